import { isCpf } from "@malote/syntax";
import { MASKS, type Mask } from "../../../ui/form/masks.ts";

/** The CNPJ of a company, or a complete CPF. */
export const EMPRESA_MASK: Mask = {
  strip: MASKS.cnpj.strip,
  format: (stripped) => (isCpf(stripped) ? MASKS.cpf : MASKS.cnpj).format(stripped),
};
