import { readFileSync } from "node:fs";
import path from "node:path";

/** One method as the specification's §7 names it. */
export type SpecMethod = { nome: string; params: readonly string[] };
/** Content of §7: methods by their full names, GET file endpoints, uploads. */
export type Spec7 = { methods: SpecMethod[]; downloads: string[]; uploads: SpecMethod[] };

const PAGE = path.join(import.meta.dirname, "../fixtures/spec-7.md");

/** Reads the specification's own text of §7. */
export function readSpec7(): Spec7 {
  const lines = readFileSync(PAGE, "utf8").split("\n");
  const rows = lines.filter((line) => /^\| [A-Z][A-Za-z]+ \|/.test(line) && !line.startsWith("| Service |"));
  const files = lines.find((line) => line.startsWith("File endpoints")) ?? "";
  const [, gets = "", posts = ""] = /: (downloadPublico.*?)\. Uploads: (.*)\.$/.exec(files) ?? [];
  return {
    methods: rows.flatMap((row) => {
      const [, service = "", cell = ""] = row.split("|").map((text) => text.trim());
      return readService(cell).map(({ nome: name, params }) => ({ nome: `${service}.${name}`, params }));
    }),
    downloads: readCalls(gets.replaceAll(/, (?=download)/g, "; ")).map(({ nome: name }) => name),
    uploads: readCalls(posts.replaceAll(" and ", "; ")),
  };
}

/** A service whose calls have no names ("calls with searchKey") lists no methods. */
function readService(cell: string): SpecMethod[] {
  return cell.startsWith("calls with ") ? [] : readCalls(cell);
}

/** "a{x, y}; b and c with the same search params; d (same plus z)". */
function readCalls(text: string): SpecMethod[] {
  const read: SpecMethod[] = [];
  for (const call of text.split(";").map((one) => one.trim())) {
    const names = /^\w+(?: and \w+)*/.exec(call)?.[0].split(" and ") ?? [];
    const before = read.at(-1)?.params ?? [];
    const params = readParams(call, before);
    read.push(...names.map((name) => ({ nome: name, params })));
  }
  return read;
}

function readParams(call: string, before: readonly string[]): readonly string[] {
  const inside = /^\w+ ?[{(](.*?)[)}]/.exec(call)?.[1] ?? "";
  if (inside.startsWith("returns ")) return [];
  if (call.includes("with the same search params")) return before;
  const listed = splitNames(inside.replace(/^same plus /, ""));
  return inside.startsWith("same plus ") ? [...before, ...listed] : listed;
}

function splitNames(text: string): string[] {
  return text === "" ? [] : text.split(",").map((name) => name.trim());
}
