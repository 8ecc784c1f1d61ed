import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Family } from "@malote/syntax";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import type { ParsedEvento } from "./parsed-evento.ts";

/** The official schema packages; SEFAZ publishes them, the repository does not include them. */
const SCHEMAS_FOLDER = path.resolve(import.meta.dirname, "../../../../../../shared/schemas");
const CTE_DETAILS: Readonly<Record<string, string>> = {
  "610110": "evPrestDesacordo_v4.00.xsd",
  "610111": "evCancPrestDesacordo_v4.00.xsd",
};

/** The families whose eventos the product sends. */
type SchemaFamily = Extract<Family, "nfe" | "cte">;
/** `detailOf`: the element with a schema of its own, of detEvento and its content. */
type SchemaForm = {
  folder: string;
  schema: string;
  detailSchemaOf(tpEvento: string): string | undefined;
  messageOf(xml: string): string;
  detailOf(detEvento: string, inside: string): string;
};

const FORMS: Readonly<Record<SchemaFamily, SchemaForm>> = {
  nfe: {
    folder: "nfe-PL_010_V1.30",
    schema: "envEvento_v1.00.xsd",
    detailSchemaOf: (tpEvento) => `e${tpEvento}_v1.00.xsd`,
    messageOf: (xml) =>
      `<envEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><idLote>1</idLote>${xml}</envEvento>`,
    detailOf: (detEvento) => detEvento,
  },
  cte: {
    folder: "cte-PL_CTe_400_RTC",
    schema: "eventoCTe_v4.00.xsd",
    detailSchemaOf: (tpEvento) => CTE_DETAILS[tpEvento],
    messageOf: (xml) => xml,
    detailOf: (_, inside) => inside,
  },
};

const validators = new Map<string, XsdValidator>();
let registered = false;

/**
 * Whether an evento and its detail are valid by the official schemas; null when the schemas are
 * unavailable.
 */
export function isValidBySchema(evento: ParsedEvento, familia: SchemaFamily): boolean | null {
  const { folder, schema, detailSchemaOf, messageOf } = FORMS[familia];
  const detailSchema = detailSchemaOf(evento.tpEvento);
  if (detailSchema === undefined || !existsSync(path.join(SCHEMAS_FOLDER, folder, detailSchema))) return null;
  return (
    validate(familia, schema, messageOf(evento.xml)) &&
    validate(familia, detailSchema, detalheOf(evento, familia))
  );
}

function validate(familia: SchemaFamily, schema: string, xml: string): boolean {
  const document = XmlDocument.fromString(xml);
  try {
    validatorOf(familia, schema).validate(document);
    return true;
  } catch {
    return false;
  } finally {
    document.dispose();
  }
}

/** Cached: a process parses each schema once. */
function validatorOf(familia: SchemaFamily, schema: string): XsdValidator {
  const url = path.join(SCHEMAS_FOLDER, FORMS[familia].folder, schema);
  const known = validators.get(url);
  if (known) return known;
  if (!registered) xmlRegisterFsInputProviders();
  registered = true;
  const xsd = XmlDocument.fromBuffer(readFileSync(url), { url });
  const validator = XsdValidator.fromDoc(xsd);
  validators.set(url, validator);
  return validator;
}

function detalheOf({ xml, tpEvento }: ParsedEvento, familia: SchemaFamily): string {
  const [detEvento = "", inside = ""] = /<detEvento [^>]*>(.*)<\/detEvento>/s.exec(xml) ?? [];
  const elemento = FORMS[familia].detailOf(detEvento, inside);
  const spaced = elemento.replace(/^<(\w+)/, `<$1 xmlns="http://www.portalfiscal.inf.br/${familia}"`);
  // @NOTE the package is of NT 2025.002 v1.30; since v1.40 the recipient may author 211110 too.
  return tpEvento === "211110" ? spaced.replace("<tpAutor>2<", "<tpAutor>1<") : spaced;
}
