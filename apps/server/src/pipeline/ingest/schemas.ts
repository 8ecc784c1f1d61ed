import fs from "node:fs/promises";
import path from "node:path";
import { type Examination, makeAchado, openSchemas, readDfe, type Schemas } from "@malote/dfe";
import type { AppContext } from "../../app-context.ts";

/** Validates documents against the operator's schemas; `report` logs a schema that does not compile, once. */
export type SchemaChecker = { schemas: Schemas; report(schema: string, detalhe: string): void };

/** Folder → its schemas, read once per process. */
const folders = new Map<string, Promise<SchemaChecker>>();

/** The operator's schemas; null without a folder. */
export async function openSchemaChecker({
  config,
  log,
}: Pick<AppContext, "config" | "log">): Promise<SchemaChecker | null> {
  const dir = config.dfeSchemasDir;
  if (dir === null) return null;
  const known = folders.get(dir) ?? open(dir, log);
  folders.set(dir, known);
  return await known;
}

async function open(dir: string, log: AppContext["log"]): Promise<SchemaChecker> {
  const names = await fs.readdir(dir, { recursive: true });
  const xsds = names.filter((name) => name.toLowerCase().endsWith(".xsd"));
  const files = new Map<string, Uint8Array>();
  for (const name of xsds) files.set(name.replaceAll("\\", "/"), await fs.readFile(path.join(dir, name)));
  const reported = new Set<string>();
  const report = (schema: string, detalhe: string): void => {
    if (reported.has(schema)) return;
    reported.add(schema);
    log.warn({ esquema: schema, detalhe }, "a schema of DFE_SCHEMAS_DIR does not compile");
  };
  return { schemas: await openSchemas(files), report };
}

/**
 * Adds schema violations as advice; the veredito stays.
 * @param received the original bytes; those of the exame differ after repair or unwrapping
 */
export function checkSchema(
  checker: SchemaChecker | null,
  examination: Examination,
  received: Uint8Array,
): Examination {
  const { reading, bytes } = examination;
  if (checker === null || reading.kind !== "nota") return examination;
  const { raiz } = bytes === received ? reading : readDfe(bytes);
  if (raiz === null) return examination;
  const result = checker.schemas.validate({ raiz, versao: reading.nota.versao }, bytes);
  if (result.kind === "esquema-invalido") checker.report(result.esquema, result.detalhe);
  if (result.kind !== "validado") return examination;
  const violations = result.irregularidades.map(({ caminho, detalhe }) =>
    makeAchado("esquema-divergente", { caminho, detalhe }),
  );
  return { ...examination, achados: [...examination.achados, ...violations] };
}
