import {
  chaveFields,
  type DocumentIdentity,
  ISSUING_PRODUCT,
  writeContingencia,
} from "../documento/documento.ts";
import { element, leaf } from "../xml/write-xml.ts";
import type { Operacao } from "./item.ts";
import type { NotaInput } from "./nota-input.ts";

type IdeInput = { input: NotaInput; identity: DocumentIdentity; operacao: Operacao };

/** Writes the group `ide` of an NF-e or NFC-e. */
export function writeIde({ input, identity, operacao }: IdeInput): string {
  const { cUF, codigo, digito } = chaveFields(identity);
  const { dataHora } = identity;
  const { consumidor } = operacao;
  return element(
    "ide",
    leaf("cUF", cUF),
    leaf("cNF", codigo),
    leaf("natOp", natureza(operacao)),
    leaf("mod", identity.modelo),
    leaf("serie", String(identity.serie)),
    leaf("nNF", String(identity.numero)),
    leaf("dhEmi", dataHora),
    consumidor ? "" : leaf("dhSaiEnt", dataHora),
    leaf("tpNF", "1"),
    leaf("idDest", operacao.interestadual ? "2" : "1"),
    leaf("cMunFG", operacao.fornecedor.endereco.codigoMunicipio),
    leaf("tpImp", consumidor ? "4" : "1"),
    leaf("tpEmis", identity.tpEmis),
    leaf("cDV", digito),
    leaf("tpAmb", identity.ambiente),
    leaf("finNFe", "1"),
    leaf("indFinal", consumidor ? "1" : "0"),
    leaf("indPres", consumidor ? "1" : "9"),
    consumidor ? "" : leaf("indIntermed", "0"),
    leaf("procEmi", "0"),
    leaf("verProc", ISSUING_PRODUCT),
    writeContingencia(input, dataHora),
  );
}

function natureza({ fornecedor, consumidor }: Operacao): string {
  if (consumidor) return "Venda ao consumidor";
  return fornecedor.fabrica ? "Venda de produção do estabelecimento" : "Venda de mercadoria";
}
