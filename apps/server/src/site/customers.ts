import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { StartRefusal } from "../errors.ts";

/** A company that the operator names on the site as a customer. */
export type Customer = { nome: string; segmento?: string | undefined; site?: string | undefined };

const TEXT_MAX = 80;
const CUSTOMERS_MAX = 200;

const text = z.string().trim().min(1).max(TEXT_MAX);
const customer = z.strictObject({
  nome: text,
  segmento: text.optional(),
  site: z
    .url({ protocol: /^https?$/, hostname: z.regexes.domain })
    .max(300)
    .optional(),
});
const customersFile = z
  .array(customer)
  .max(CUSTOMERS_MAX)
  .refine((list) => new Set(list.map(({ nome }) => nome)).size === list.length, "há nomes repetidos");

/**
 * Reads the customers of the file in CLIENTES_ARQUIVO; none without it.
 * @throws {StartRefusal} for a missing or invalid file, so
 * that the site never shows fewer customers than configured
 */
export function readCustomers(name: string | undefined): readonly Customer[] {
  if (!name) return [];
  const refuse = (why: string): StartRefusal => new StartRefusal(`CLIENTES_ARQUIVO=${name}: ${why}`);
  let json: unknown;
  try {
    json = JSON.parse(fs.readFileSync(path.resolve(name), "utf8"));
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? "não é JSON." : "o arquivo não pode ser lido.");
  }
  const read = customersFile.safeParse(json);
  if (read.success) return read.data;
  throw refuse(
    `não é uma lista de {"nome", "segmento", "site"}, dos quais só o nome é obrigatório. ${z.prettifyError(read.error)}`,
  );
}
