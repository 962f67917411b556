import { vectors } from "./vectors.mjs";

export async function* cases({ ask }) {
  const zones = await vectors("time/zones.json");
  for (const { expect, why, ...row } of await vectors("time/clock.json")) {
    const name = `${row.call} ${row.zone} ${row.date ?? row.at}: ${why}`;
    yield [name, ask("kernel_time", { ...row, zone: zones[row.zone] }), expect];
  }
  for (const { expect, why, call, text } of await vectors("time/texts.json")) {
    yield [`${call} ${text}: ${why}`, ask("kernel_time", { call, text }), expect];
  }

  const calls = { instant: "instant", boundary: "boundary", logical_date: "logicalDate", planning_target: "planningTarget" };
  const printed = seconds => new Date(seconds * 1000).toISOString().replace(".000", "");
  const days = await vectors("time/days.json");
  for (const { zone, ask: call, at, day_start: dayStart, answer, ...row } of days.cases) {
    const question = { ...row, call: calls[call], dayStart, at: at === undefined ? undefined : printed(at), zone: days.zones[zone] };
    yield [`${call} ${zone} ${row.date ?? at}`, ask("kernel_time", question), typeof answer === "number" ? printed(answer) : answer];
  }
}
