/** A systemd unit as data: section and key → values, in order. @typedef {Map<string, string[]>} Unit */

/** @param {string[]} texts a unit and its drop-ins @returns {Unit} */
export function parseUnit(...texts) {
  /** @type {Unit} */
  const unit = new Map();
  let section = "";
  for (const line of texts.join("\n").split("\n")) {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
    const [, key = "", value = ""] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (key) unit.set(`${section}.${key}`, [...(unit.get(`${section}.${key}`) ?? []), value]);
  }
  return unit;
}

/** Keys and values that every unit must have. */
const ALWAYS = {
  "Unit.StartLimitIntervalSec": "0",
  "Service.User": "malote",
  "Service.NoNewPrivileges": "yes",
  "Service.ProtectSystem": "strict",
  "Service.ProtectHome": "yes",
  "Service.PrivateTmp": "yes",
  "Service.CapabilityBoundingSet": "",
  "Service.StateDirectory": "malote",
  "Service.UMask": "0077",
  "Install.WantedBy": "multi-user.target",
};
const SECRET = /\b\w*(PASSWORD|SENHA|_KEY|SECRET|_URL)=/;

/** @param {Unit} unit @returns {string[]} broken rules */
export function lintUnit(unit) {
  const last = (/** @type {string} */ key) => unit.get(key)?.at(-1);
  const once = last("Service.Type") === "oneshot";
  const faults = [
    ...Object.entries(ALWAYS).map(
      ([key, value]) => last(key) !== value && `${key} is not ${value || "empty"}`,
    ),
    last("Service.Restart") !== (once ? "on-failure" : "always") && `Restart=${last("Service.Restart")}`,
    !last("Service.RestartSec") && "RestartSec is missing: it would come back at once, for ever",
    !/^\d+[MG]$/.test(last("Service.MemoryMax") ?? "") && "MemoryMax is missing",
    !(last("Service.TimeoutStopSec") || once) && "TimeoutStopSec is missing",
    !unit.get("Service.LoadCredential")?.some((value) => value.startsWith("malote.key:")) &&
      "the key is not loaded as a credential",
    !unit.get("Service.EnvironmentFile")?.includes("/etc/malote/malote.env") && "malote.env is not read",
    unit.get("Service.Environment")?.some((value) => SECRET.test(value)) && "a secret in Environment=",
    unit.has("Unit.Requires") && "Requires=: one failure of the other would keep it from trying",
  ];
  return faults.filter((fault) => typeof fault === "string");
}
