import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";

/** The official schema packages; SEFAZ publishes them, the repository does not include them. */
const SCHEMA_PACKAGES = { nfe: "nfe-PL_010_V1.30", cte: "cte-PL_CTe_400_RTC", mdfe: "mdfe-PL_MDFe_300a" };

export type SchemaPackage = keyof typeof SCHEMA_PACKAGES;

const SCHEMAS = path.resolve(import.meta.dirname, "../../../../../shared/schemas");

export const hasSchemas = Object.values(SCHEMA_PACKAGES).every((pacote) =>
  existsSync(path.join(SCHEMAS, pacote)),
);
if (hasSchemas) xmlRegisterFsInputProviders();

/** Validates a document against an official schema.   @throws XmlValidateError */
export function validateSchema(schema: string, xml: string, pacote: SchemaPackage = "nfe"): void {
  const file = path.join(SCHEMAS, SCHEMA_PACKAGES[pacote], schema);
  const xsd = XmlDocument.fromBuffer(readFileSync(file), { url: file });
  const validator = XsdValidator.fromDoc(xsd);
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
  } finally {
    document.dispose();
    validator.dispose();
    xsd.dispose();
  }
}
