// Adds to pages that are whole without it: one quotation a visit, the theme and size of text that this device prefers,
// sections that failed asked for again, reading without a network.
import { showOneQuotation } from "./hero.js";
import { offerSound } from "./player.js";
import { offerAppearance, offerTextSize, offerThemes } from "./preferences.js";
import { retryFailedSections } from "./sections.js";
import { offerLink, writeDates } from "./tools.js";
import { readOffline } from "./offline.js";

offerAppearance();
offerThemes();
offerTextSize();
offerLink();
offerSound();
writeDates();
showOneQuotation();
retryFailedSections();
readOffline();
