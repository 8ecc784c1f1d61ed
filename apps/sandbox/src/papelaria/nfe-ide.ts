import { camposDaChave, type Identidade, PRODUTO_EMISSOR, writeContingencia } from "./documento.ts";
import type { Operacao } from "./item.ts";
import type { PedidoNota } from "./nfe.ts";
import { element, leaf } from "./write-xml.ts";

type Partes = { pedido: PedidoNota; identidade: Identidade; operacao: Operacao };

/** Writes the group `ide` of an NF-e or NFC-e. */
export function writeIde({ pedido, identidade, operacao }: Partes): string {
  const { cUF, codigo, digito } = camposDaChave(identidade);
  const { dataHora } = identidade;
  const { consumidor } = operacao;
  return element(
    "ide",
    leaf("cUF", cUF),
    leaf("cNF", codigo),
    leaf("natOp", natureza(operacao)),
    leaf("mod", identidade.modelo),
    leaf("serie", String(identidade.serie)),
    leaf("nNF", String(identidade.numero)),
    leaf("dhEmi", dataHora),
    consumidor ? "" : leaf("dhSaiEnt", dataHora),
    leaf("tpNF", "1"),
    leaf("idDest", operacao.interestadual ? "2" : "1"),
    leaf("cMunFG", operacao.fornecedor.endereco.codigoMunicipio),
    leaf("tpImp", consumidor ? "4" : "1"),
    leaf("tpEmis", identidade.tpEmis),
    leaf("cDV", digito),
    leaf("tpAmb", identidade.ambiente),
    leaf("finNFe", "1"),
    leaf("indFinal", consumidor ? "1" : "0"),
    leaf("indPres", consumidor ? "1" : "9"),
    consumidor ? "" : leaf("indIntermed", "0"),
    leaf("procEmi", "0"),
    leaf("verProc", PRODUTO_EMISSOR),
    writeContingencia(pedido, dataHora),
  );
}

function natureza({ fornecedor, consumidor }: Operacao): string {
  if (consumidor) return "Venda ao consumidor";
  return fornecedor.fabrica ? "Venda de produção do estabelecimento" : "Venda de mercadoria";
}
