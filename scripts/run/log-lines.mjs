/** @type {Record<number, string>} */
const LEVELS = { 10: "rastro", 20: "detalhe", 30: "", 40: "aviso", 50: "erro", 60: "fatal" };
/** Fields that every line has, or that are shown in another way. */
const KNOWN = new Set(["level", "time", "processo", "msg", "err", "pid", "hostname"]);

const clock = new Intl.DateTimeFormat("pt-BR", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** @param {Record<string, unknown>} fields */
function otherFields(fields) {
  const others = Object.entries(fields).filter(([name]) => !KNOWN.has(name));
  return others
    .map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(" ");
}

/**
 * Formats a line of the server's log for a terminal; returns any other line unchanged.
 * @param {string} line one JSON object per line, as pino writes them
 */
export function readableLine(line) {
  if (!line.startsWith('{"level":')) return line;
  /** @type {Record<string, unknown> & { level: number, time: number, processo?: string, msg?: string,
   *   err?: { stack?: string, message?: string } }} */
  let fields;
  try {
    fields = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, time, processo, msg, err } = fields;
  const head = [clock.format(new Date(time)), processo, LEVELS[level], msg].filter(Boolean).join(" ");
  const reason = err ? `\n  ${err.stack ?? err.message ?? JSON.stringify(err)}` : "";
  const others = otherFields(fields);
  return `${head}${others ? ` (${others})` : ""}${reason}`;
}

/** Prints a stream line by line in readable form. @param {import("node:stream").Readable} stream */
export function showReadable(stream) {
  let rest = "";
  stream.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) console.log(readableLine(line));
  });
}
