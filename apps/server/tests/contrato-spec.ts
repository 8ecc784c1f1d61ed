import { readFileSync } from "node:fs";
import path from "node:path";

/** One method as the specification's §7 names it. */
export type MetodoDaSpec = { nome: string; params: readonly string[] };
/** Content of §7: methods by their full names, GET file endpoints, uploads. */
export type Spec7 = { metodos: MetodoDaSpec[]; downloads: string[]; uploads: MetodoDaSpec[] };

const PAGE = path.join(import.meta.dirname, "fixtures/spec-7.md");

/** Reads the specification's own text of §7. */
export function readSpec7(): Spec7 {
  const lines = readFileSync(PAGE, "utf8").split("\n");
  const rows = lines.filter((line) => /^\| [A-Z][A-Za-z]+ \|/.test(line) && !line.startsWith("| Service |"));
  const files = lines.find((line) => line.startsWith("File endpoints")) ?? "";
  const [, gets = "", posts = ""] = /: (downloadPublico.*?)\. Uploads: (.*)\.$/.exec(files) ?? [];
  return {
    metodos: rows.flatMap((row) => {
      const [, servico = "", cell = ""] = row.split("|").map((text) => text.trim());
      return readServico(cell).map(({ nome, params }) => ({ nome: `${servico}.${nome}`, params }));
    }),
    downloads: readChamadas(gets.replaceAll(/, (?=download)/g, "; ")).map(({ nome }) => nome),
    uploads: readChamadas(posts.replaceAll(" and ", "; ")),
  };
}

/** A service whose calls have no names ("calls with searchKey") lists no methods. */
function readServico(cell: string): MetodoDaSpec[] {
  return cell.startsWith("calls with ") ? [] : readChamadas(cell);
}

/** "a{x, y}; b and c with the same search params; d (same plus z)". */
function readChamadas(text: string): MetodoDaSpec[] {
  const read: MetodoDaSpec[] = [];
  for (const chamada of text.split(";").map((one) => one.trim())) {
    const names = /^\w+(?: and \w+)*/.exec(chamada)?.[0].split(" and ") ?? [];
    const before = read.at(-1)?.params ?? [];
    const params = readParams(chamada, before);
    read.push(...names.map((nome) => ({ nome, params })));
  }
  return read;
}

function readParams(chamada: string, before: readonly string[]): readonly string[] {
  const inside = /^\w+ ?[{(](.*?)[)}]/.exec(chamada)?.[1] ?? "";
  if (inside.startsWith("returns ")) return [];
  if (chamada.includes("with the same search params")) return before;
  const listed = splitNomes(inside.replace(/^same plus /, ""));
  return inside.startsWith("same plus ") ? [...before, ...listed] : listed;
}

function splitNomes(text: string): string[] {
  return text === "" ? [] : text.split(",").map((nome) => nome.trim());
}
