import { parseArgs } from "node:util";

/** The parsed command line. destino: null = BACKUP_DESTINO. */
export type Pedido =
  | { kind: "conferir" | "listar" | "manter"; destino: string | null }
  | { kind: "criar"; destino: string | null; novo: boolean }
  | { kind: "podar"; destino: string | null; simular: boolean; danificados: boolean }
  | { kind: "restaurar"; destino: string | null; backup: string | null }
  | { kind: "ajuda" };
export type UsoErrado = { kind: "uso-errado"; frase: string };

const OPCOES = {
  backup: { type: "string" },
  simular: { type: "boolean" },
  danificados: { type: "boolean" },
  novo: { type: "boolean" },
  ajuda: { type: "boolean", short: "h" },
  help: { type: "boolean" },
} as const;

/** Parses the arguments of `npm run backup --`. */
export function readPedido(args: readonly string[]): Pedido | UsoErrado {
  const read = tryArgs(args);
  if (read === null) return wrong("Há uma opção que não existe, ou sem valor.");
  const { values, positionals } = read;
  if (values.ajuda || values.help) return { kind: "ajuda" };
  const [verbo, destino = null, ...resto] = positionals;
  if (resto.length > 0)
    return wrong(`Argumento a mais: ${resto.join(" ")}. Um destino com espaços vai entre aspas.`);
  if (verbo === "restaurar") return { kind: verbo, destino, backup: values.backup ?? null };
  if (values.backup !== undefined) return wrong("--backup vale só para restaurar.");
  const { simular = false, danificados = false } = values;
  if (verbo === "podar") return { kind: verbo, destino, simular, danificados };
  if (simular || danificados) return wrong("--simular e --danificados valem só para podar.");
  const novo = values.novo ?? false;
  if (verbo === "criar") return { kind: verbo, destino, novo };
  if (novo) return wrong("--novo vale só para criar.");
  if (verbo === "manter" || verbo === "conferir" || verbo === "listar") return { kind: verbo, destino };
  return wrong(verbo === undefined ? "Informe o que fazer." : `O comando ${verbo} não existe.`);
}

function tryArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPCOES, allowPositionals: true });
  } catch {
    return null;
  }
}

function wrong(frase: string): UsoErrado {
  return { kind: "uso-errado", frase };
}
