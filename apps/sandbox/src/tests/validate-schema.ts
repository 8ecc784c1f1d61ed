import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";

const SCHEMAS = path.resolve(import.meta.dirname, "../../../../../shared/schemas/nfe-PL_010_V1.30");

export const hasSchemas = existsSync(SCHEMAS);
if (hasSchemas) xmlRegisterFsInputProviders();

/** Validates a document by an official schema.   @throws XmlValidateError, which says where and why */
export function validateSchema(schema: string, xml: string): void {
  const file = path.join(SCHEMAS, schema);
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
