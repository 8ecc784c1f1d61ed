import { type ChaveAcesso, type Valor, zonaOfUf } from "@malote/syntax";
import { writeDataHora } from "../clock.ts";
import type { Sorteio } from "../sorteio.ts";
import { type Assinante, signElemento } from "./assinatura.ts";
import { codigoOfUf, makeChave, makeCodigo } from "./chave.ts";
import { type Centavos, splitCentavos, writeCentavos } from "./decimal.ts";
import type { Empresa, Endereco } from "./empresas.ts";
import { type Fornecedor, TRANSPORTADORA } from "./fornecedores.ts";
import { calculateItem, type ItemCalculado, type ItemPedido, type Operacao, writeDet } from "./item.ts";
import { totalOf, writeTotal } from "./total.ts";
import { element, leaf, NFE_NAMESPACE } from "./write-xml.ts";

/** What a nota is to be about. */
export type PedidoNota = {
  fornecedor: Fornecedor;
  destinatario: Empresa;
  emissao: Date;
  serie: number;
  numero: number;
  itens: readonly ItemPedido[];
};

/** A signed NF-e that no SEFAZ has seen yet. */
export type NotaAssinada = {
  chaveAcesso: ChaveAcesso;
  fornecedor: Fornecedor;
  destinatario: Empresa;
  numero: number;
  serie: number;
  emissao: Date;
  valorTotal: Valor;
  digVal: string;
  /** The whole `<NFe>`, canonical, without XML declaration. */
  nfeXml: string;
};

const AMBIENTE = "1";
const VERSAO = "4.00";
const DAY_MS = 86_400_000;
const DAYS_BETWEEN_PARCELAS = 28;
const PRODUTO_EMISSOR = "Emissor Demo 3.1";

/** Writes and signs an NF-e 4.00 of production environment. */
export function signNota(pedido: PedidoNota, assinante: Assinante, sorteio: Sorteio): NotaAssinada {
  const { fornecedor, destinatario, numero, serie } = pedido;
  const { uf } = fornecedor.endereco;
  const dataHora = writeDataHora(pedido.emissao, zonaOfUf(uf));
  const codigo = makeCodigo(numero, sorteio);
  const chaveAcesso = makeChave({ uf, dataHora, cnpj: fornecedor.cnpj, serie, numero, codigo });
  const operacao = { fornecedor, interestadual: uf !== destinatario.endereco.uf };
  const itens = pedido.itens.map((item) => calculateItem(item, operacao));
  const id = `NFe${chaveAcesso}`;
  const infNFe = element(
    `infNFe Id="${id}" versao="${VERSAO}"`,
    writeIde({ pedido, chaveAcesso, dataHora, operacao }),
    writeEmit(fornecedor),
    writeDest(destinatario),
    ...itens.map((item, index) => writeDet(item, index + 1, operacao)),
    writeTotal(itens, fornecedor),
    writeTransp(itens),
    writeCobranca(pedido, totalOf(itens)),
    element("infAdic", leaf("infCpl", writeInfCpl(pedido))),
  );
  const assinatura = signElemento("infNFe", infNFe, { ...assinante, id });
  return {
    chaveAcesso,
    fornecedor,
    destinatario,
    numero,
    serie,
    emissao: pedido.emissao,
    valorTotal: writeCentavos(totalOf(itens)),
    digVal: assinatura.digVal,
    nfeXml: element(`NFe xmlns="${NFE_NAMESPACE}"`, infNFe, assinatura.xml),
  };
}

type Identificacao = { pedido: PedidoNota; chaveAcesso: ChaveAcesso; dataHora: string; operacao: Operacao };

function writeIde({ pedido, chaveAcesso, dataHora, operacao }: Identificacao): string {
  const { endereco } = pedido.fornecedor;
  return element(
    "ide",
    leaf("cUF", codigoOfUf(endereco.uf)),
    leaf("cNF", chaveAcesso.slice(35, 43)),
    leaf(
      "natOp",
      operacao.fornecedor.fabrica ? "Venda de produção do estabelecimento" : "Venda de mercadoria",
    ),
    leaf("mod", "55"),
    leaf("serie", String(pedido.serie)),
    leaf("nNF", String(pedido.numero)),
    leaf("dhEmi", dataHora),
    leaf("dhSaiEnt", dataHora),
    leaf("tpNF", "1"),
    leaf("idDest", operacao.interestadual ? "2" : "1"),
    leaf("cMunFG", endereco.codigoMunicipio),
    leaf("tpImp", "1"),
    leaf("tpEmis", "1"),
    leaf("cDV", chaveAcesso.slice(43)),
    leaf("tpAmb", AMBIENTE),
    leaf("finNFe", "1"),
    leaf("indFinal", "0"),
    leaf("indPres", "9"),
    leaf("indIntermed", "0"),
    leaf("procEmi", "0"),
    leaf("verProc", PRODUTO_EMISSOR),
  );
}

function writeEndereco(name: string, endereco: Endereco): string {
  return element(
    name,
    leaf("xLgr", endereco.logradouro),
    leaf("nro", endereco.numero),
    leaf("xBairro", endereco.bairro),
    leaf("cMun", endereco.codigoMunicipio),
    leaf("xMun", endereco.municipio),
    leaf("UF", endereco.uf),
    leaf("CEP", endereco.cep),
    leaf("cPais", "1058"),
    leaf("xPais", "Brasil"),
    leaf("fone", endereco.fone),
  );
}

function writeEmit(fornecedor: Fornecedor): string {
  return element(
    "emit",
    leaf("CNPJ", fornecedor.cnpj),
    leaf("xNome", fornecedor.nome),
    leaf("xFant", fornecedor.fantasia),
    writeEndereco("enderEmit", fornecedor.endereco),
    leaf("IE", fornecedor.ie),
    leaf("CRT", fornecedor.regime === "simples" ? "1" : "3"),
  );
}

function writeDest(destinatario: Empresa): string {
  return element(
    "dest",
    leaf("CNPJ", destinatario.cnpj),
    leaf("xNome", destinatario.nome),
    writeEndereco("enderDest", destinatario.endereco),
    leaf("indIEDest", "1"),
    leaf("IE", destinatario.ie),
    leaf("email", destinatario.email),
  );
}

function writeTransp(itens: readonly ItemCalculado[]): string {
  const transporta = element(
    "transporta",
    leaf("CNPJ", TRANSPORTADORA.cnpj),
    leaf("xNome", TRANSPORTADORA.nome),
    leaf("IE", TRANSPORTADORA.ie),
    leaf("xEnder", TRANSPORTADORA.endereco),
    leaf("xMun", TRANSPORTADORA.municipio),
    leaf("UF", TRANSPORTADORA.uf),
  );
  const vol = element("vol", leaf("qVol", String(itens.length)), leaf("esp", "VOLUMES"));
  return element("transp", leaf("modFrete", "0"), transporta, vol);
}

/** Boletos every 28 days, or PIX at once. */
function writeCobranca({ fornecedor, numero, emissao }: PedidoNota, total: Centavos): string {
  const valor = writeCentavos(total);
  const aPrazo = fornecedor.parcelas > 0;
  const pagamento =
    leaf("indPag", aPrazo ? "1" : "0") + leaf("tPag", aPrazo ? "15" : "17") + leaf("vPag", valor);
  const pag = element("pag", element("detPag", pagamento));
  if (!aPrazo) return pag;
  const zona = zonaOfUf(fornecedor.endereco.uf);
  const duplicatas = splitCentavos(total, fornecedor.parcelas).map((parcela, index) => {
    const vencimento = new Date(emissao.getTime() + (index + 1) * DAYS_BETWEEN_PARCELAS * DAY_MS);
    const dVenc = writeDataHora(vencimento, zona).slice(0, 10);
    const nDup = String(index + 1).padStart(3, "0");
    return element("dup", leaf("nDup", nDup), leaf("dVenc", dVenc), leaf("vDup", writeCentavos(parcela)));
  });
  const fat =
    leaf("nFat", String(numero)) + leaf("vOrig", valor) + leaf("vDesc", "0.00") + leaf("vLiq", valor);
  return element("cobr", element("fat", fat), ...duplicatas) + pag;
}

function writeInfCpl({ fornecedor, numero }: PedidoNota): string {
  const simples = "Documento emitido por ME ou EPP optante pelo Simples Nacional. ";
  const regime = fornecedor.regime === "simples" ? simples : "";
  return `${regime}Pedido ${numero + 4100} & romaneio anexo. Vendedor(a): ${fornecedor.vendedor}. Documento de demonstração, sem valor fiscal.`;
}
