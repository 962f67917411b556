import { html } from "../kit/preact.js";
import { useHub } from "./context.js";
import { Page } from "./frame.js";

/** An address that leads nowhere. */
export default function Absent() {
  const { t } = useHub();
  return html`<${Page} title=${t("absent.title")} lead=${t("absent.text")}><p><a class="press main" href="/">${t("absent.home")}</a></p></${Page}>`;
}
