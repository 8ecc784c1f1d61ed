import type { ModeloOf } from "@malote/syntax";
import type { Empresa } from "../companies/companies.ts";
import type { Fornecedor } from "../companies/suppliers.ts";
import type { DocumentInput } from "../documento/documento.ts";
import type { ItemInput } from "./item.ts";

/** The input of a nota. */
export type NotaInput = DocumentInput & {
  fornecedor: Fornecedor;
  destinatario: Empresa;
  itens: readonly ItemInput[];
  /** NF-e by default. */
  modelo?: ModeloOf<"nfe">;
  /** The issuer has no IE: SVRS authorizes, whatever its UF.   @source NT 2026.007 */
  semIe?: boolean;
  /** Shows the imposto seletivo. */
  seletivo?: boolean;
  /** Version of the QR code of an NFC-e; 3 by default. */
  versaoQrCode?: "2" | "3";
};
