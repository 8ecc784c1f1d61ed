import fs from "node:fs/promises";
import path from "node:path";
import { type Esquemas, type Exame, makeAchado, openEsquemas, readDfe } from "@malote/dfe";
import type { AppContext } from "../app-context.ts";

/** Validates documents against the operator's schemas; `tell` logs a schema that does not compile, once. */
export type Conferente = { esquemas: Esquemas; tell(esquema: string, detalhe: string): void };

/** Folder → its schemas, read once per process. */
const folders = new Map<string, Promise<Conferente>>();

/** The operator's schemas; null without a folder. */
export async function openConferente({
  config,
  log,
}: Pick<AppContext, "config" | "log">): Promise<Conferente | null> {
  const dir = config.dfeSchemasDir;
  if (dir === null) return null;
  const known = folders.get(dir) ?? open(dir, log);
  folders.set(dir, known);
  return await known;
}

async function open(dir: string, log: AppContext["log"]): Promise<Conferente> {
  const names = await fs.readdir(dir, { recursive: true });
  const xsds = names.filter((name) => name.toLowerCase().endsWith(".xsd"));
  const arquivos = new Map<string, Uint8Array>();
  for (const name of xsds) arquivos.set(name.replaceAll("\\", "/"), await fs.readFile(path.join(dir, name)));
  const told = new Set<string>();
  const tell = (esquema: string, detalhe: string): void => {
    if (told.has(esquema)) return;
    told.add(esquema);
    log.warn({ esquema, detalhe }, "a schema of DFE_SCHEMAS_DIR does not compile");
  };
  return { esquemas: await openEsquemas(arquivos), tell };
}

/**
 * Adds schema violations as advice; the veredito stays.
 * @param recebidos the original bytes; those of the exame differ after repair or unwrapping
 */
export function checkEsquema(conferente: Conferente | null, exame: Exame, recebidos: Uint8Array): Exame {
  const { leitura, bytes } = exame;
  if (conferente === null || leitura.kind !== "nota") return exame;
  const { raiz } = bytes === recebidos ? leitura : readDfe(bytes);
  if (raiz === null) return exame;
  const resultado = conferente.esquemas.validate({ raiz, versao: leitura.nota.versao }, bytes);
  if (resultado.kind === "esquema-invalido") conferente.tell(resultado.esquema, resultado.detalhe);
  if (resultado.kind !== "validado") return exame;
  const contra = resultado.irregularidades.map(({ caminho, detalhe }) =>
    makeAchado("esquema-divergente", { caminho, detalhe }),
  );
  return { ...exame, achados: [...exame.achados, ...contra] };
}
