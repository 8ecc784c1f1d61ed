import { zonaOfUf } from "@malote/syntax";
import { writeInstante } from "./data-hora.ts";
import { type Centavos, splitCentavos, writeCentavos } from "./decimal.ts";
import type { PedidoNota } from "./nfe.ts";
import { element, leaf } from "./write-xml.ts";

const DAY_MS = 86_400_000;
const DAYS_BETWEEN_PARCELAS = 28;
/** The banknote with which a customer pays. */
const CEDULA: Centavos = 50_00n;

/** Writes the payment: boletos every 28 days, or immediate PIX. */
export function writeCobranca({ fornecedor, numero, emissao }: PedidoNota, total: Centavos): string {
  const valor = writeCentavos(total);
  const aPrazo = fornecedor.parcelas > 0;
  const pagamento =
    leaf("indPag", aPrazo ? "1" : "0") + leaf("tPag", aPrazo ? "15" : "17") + leaf("vPag", valor);
  const pag = element("pag", element("detPag", pagamento));
  if (!aPrazo) return pag;
  const zona = zonaOfUf(fornecedor.endereco.uf);
  const duplicatas = splitCentavos(total, fornecedor.parcelas).map((parcela, index) => {
    const vencimento = new Date(emissao.getTime() + (index + 1) * DAYS_BETWEEN_PARCELAS * DAY_MS);
    const dVenc = writeInstante(vencimento, zona).slice(0, 10);
    const nDup = String(index + 1).padStart(3, "0");
    return element("dup", leaf("nDup", nDup), leaf("dVenc", dVenc), leaf("vDup", writeCentavos(parcela)));
  });
  const fat =
    leaf("nFat", String(numero)) + leaf("vOrig", valor) + leaf("vDesc", "0.00") + leaf("vLiq", valor);
  return element("cobr", element("fat", fat), ...duplicatas) + pag;
}

/** Writes a cash payment with its change. */
export function writePagamentoConsumidor(total: Centavos): string {
  const entregue = ((total + CEDULA - 1n) / CEDULA) * CEDULA;
  const dinheiro = leaf("indPag", "0") + leaf("tPag", "01") + leaf("vPag", writeCentavos(entregue));
  return element("pag", element("detPag", dinheiro), leaf("vTroco", writeCentavos(entregue - total)));
}
