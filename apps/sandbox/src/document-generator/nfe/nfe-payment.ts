import { DAY_MS, zoneOfUf } from "@malote/syntax";
import { type Cents, splitCents, writeCents } from "../xml/cents.ts";
import { writeDateTime } from "../xml/date-time.ts";
import { element, leaf } from "../xml/write-xml.ts";
import type { NotaInput } from "./nota-input.ts";

const DAYS_BETWEEN_PARCELAS = 28;
/** The banknote with which a customer pays. */
const BANKNOTE: Cents = 50_00n;

/** Writes the payment: boletos every 28 days, or immediate PIX. */
export function writePayment({ fornecedor, numero, emissao }: NotaInput, total: Cents): string {
  const valor = writeCents(total);
  const aPrazo = fornecedor.parcelas > 0;
  const pagamento =
    leaf("indPag", aPrazo ? "1" : "0") + leaf("tPag", aPrazo ? "15" : "17") + leaf("vPag", valor);
  const pag = element("pag", element("detPag", pagamento));
  if (!aPrazo) return pag;
  const zona = zoneOfUf(fornecedor.endereco.uf);
  const duplicatas = splitCents(total, fornecedor.parcelas).map((parcela, index) => {
    const dueDate = new Date(emissao.getTime() + (index + 1) * DAYS_BETWEEN_PARCELAS * DAY_MS);
    const dVenc = writeDateTime(dueDate, zona).slice(0, 10);
    const nDup = String(index + 1).padStart(3, "0");
    return element("dup", leaf("nDup", nDup), leaf("dVenc", dVenc), leaf("vDup", writeCents(parcela)));
  });
  const fat =
    leaf("nFat", String(numero)) + leaf("vOrig", valor) + leaf("vDesc", "0.00") + leaf("vLiq", valor);
  return element("cobr", element("fat", fat), ...duplicatas) + pag;
}

/** Writes a cash payment with its change. */
export function writeCashPayment(total: Cents): string {
  const paid = ((total + BANKNOTE - 1n) / BANKNOTE) * BANKNOTE;
  const dinheiro = leaf("indPag", "0") + leaf("tPag", "01") + leaf("vPag", writeCents(paid));
  return element("pag", element("detPag", dinheiro), leaf("vTroco", writeCents(paid - total)));
}
