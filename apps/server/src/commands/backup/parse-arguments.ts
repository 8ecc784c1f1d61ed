import { parseArgs } from "node:util";

/** The parsed command line. destino: null = BACKUP_DESTINO. */
export type Command =
  | { kind: "conferir" | "listar" | "manter"; destino: string | null }
  | { kind: "criar"; destino: string | null; novo: boolean }
  | { kind: "podar"; destino: string | null; simular: boolean; danificados: boolean }
  | { kind: "restaurar"; destino: string | null; backup: string | null }
  | { kind: "ajuda" };
export type UsageError = { kind: "uso-errado"; sentence: string };

const OPTIONS = {
  backup: { type: "string" },
  simular: { type: "boolean" },
  danificados: { type: "boolean" },
  novo: { type: "boolean" },
  ajuda: { type: "boolean", short: "h" },
  help: { type: "boolean" },
} as const;

/** Parses the arguments of `npm run backup --`. */
export function parseArguments(args: readonly string[]): Command | UsageError {
  const read = tryArgs(args);
  if (read === null) return usageError("Há uma opção que não existe, ou sem valor.");
  const { values, positionals } = read;
  if (values.ajuda || values.help) return { kind: "ajuda" };
  const [verb, destino = null, ...rest] = positionals;
  if (rest.length > 0)
    return usageError(`Argumento a mais: ${rest.join(" ")}. Um destino com espaços vai entre aspas.`);
  if (verb === "restaurar") return { kind: verb, destino, backup: values.backup ?? null };
  if (values.backup !== undefined) return usageError("--backup vale só para restaurar.");
  const { simular = false, danificados = false } = values;
  if (verb === "podar") return { kind: verb, destino, simular, danificados };
  if (simular || danificados) return usageError("--simular e --danificados valem só para podar.");
  const novo = values.novo ?? false;
  if (verb === "criar") return { kind: verb, destino, novo };
  if (novo) return usageError("--novo vale só para criar.");
  if (verb === "manter" || verb === "conferir" || verb === "listar") return { kind: verb, destino };
  return usageError(verb === undefined ? "Informe o que fazer." : `O comando ${verb} não existe.`);
}

function tryArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    return null;
  }
}

function usageError(sentence: string): UsageError {
  return { kind: "uso-errado", sentence };
}
