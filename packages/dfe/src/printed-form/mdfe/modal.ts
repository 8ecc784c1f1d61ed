import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { anyFieldOf, fieldOf, fieldsOf, fieldTextOf, onlyChildOf } from "../fields.ts";

/** A contractor, owner or payer. `documento` is a CNPJ, a CPF or a foreign id. */
export type PessoaMdfe = { nome: string | null; documento: string | null };

export type VeiculoMdfe = {
  codigo: string | null;
  placa: string | null;
  renavam: string | null;
  /** kg */
  tara: string | null;
  /** kg */
  capacidade: string | null;
  /** m³ */
  cubagem: string | null;
  /** 01..06, tpRod; null for a reboque. */
  rodado: string | null;
  /** 00..05, tpCar. */
  carroceria: string | null;
  uf: string | null;
  proprietario: (PessoaMdfe & { rntrc: string | null; ie: string | null; uf: string | null }) | null;
};

export type ValePedagioMdfe = {
  fornecedora: string | null;
  responsavel: string | null;
  comprovante: string | null;
  valor: string | null;
  /** 01 TAG, 02 cupom, 03 cartão, 04 leitura de placa; null in older layouts. */
  tipo: string | null;
};

export type PagamentoMdfe = PessoaMdfe & {
  componentes: { tipo: string | null; descricao: string | null; valor: string | null }[];
  valor: string | null;
  /** 0 cash, 1 instalments. */
  prazo: string | null;
  adiantamento: string | null;
  parcelas: { numero: string | null; vencimento: string | null; valor: string | null }[];
  banco: string | null;
  agencia: string | null;
  ipef: string | null;
  pix: string | null;
};

export type RodoviarioMdfe = {
  tipo: "rodoviario";
  rntrc: string | null;
  ciots: { ciot: string; responsavel: string | null }[];
  valesPedagio: ValePedagioMdfe[];
  categoriaVeicular: string | null;
  contratantes: (PessoaMdfe & { contrato: string | null })[];
  pagamentos: PagamentoMdfe[];
  tracao: VeiculoMdfe | null;
  reboques: VeiculoMdfe[];
  condutores: PessoaMdfe[];
  agendamentoPorto: string | null;
  lacres: string[];
};

export type AereoMdfe = {
  tipo: "aereo";
  nacionalidade: string | null;
  matricula: string | null;
  voo: string | null;
  embarque: string | null;
  destino: string | null;
  dataVoo: string | null;
};

/** A terminal, a boat of a convoy or an empty container, by code and name. */
export type MdfeCodeAndName = { codigo: string | null; nome: string | null };

export type AquaviarioMdfe = {
  tipo: "aquaviario";
  irin: string | null;
  tipoEmbarcacao: string | null;
  codigo: string | null;
  nome: string | null;
  viagem: string | null;
  embarque: string | null;
  destino: string | null;
  transbordo: string | null;
  navegacao: string | null;
  mmsi: string | null;
  carregamento: MdfeCodeAndName[];
  descarregamento: MdfeCodeAndName[];
  comboio: MdfeCodeAndName[];
  vazias: MdfeCodeAndName[];
};

export type VagaoMdfe = {
  tipo: string | null;
  serie: string | null;
  numero: string | null;
  sequencia: string | null;
  /** t */
  pesoBase: string | null;
  /** t */
  pesoReal: string | null;
  /** t */
  toneladaUtil: string | null;
};

export type FerroviarioMdfe = {
  tipo: "ferroviario";
  prefixo: string | null;
  liberacao: string | null;
  origem: string | null;
  destino: string | null;
  quantidade: string | null;
  vagoes: VagaoMdfe[];
};

export type ModalMdfe = RodoviarioMdfe | AereoMdfe | AquaviarioMdfe | FerroviarioMdfe;

const DOCUMENTOS = ["CNPJ", "CPF", "idEstrangeiro"];

/** The data of the mode of transport, by its element; null when there is none.
 * @source mdfeModalRodoviario_v3.00.xsd, …Aereo, …Aquaviario,
 * …Ferroviario; the names of layout 1.00 besides those of 3.00 */
export function readModalMdfe(infModal: XmlElement | null): ModalMdfe | null {
  const rodo = onlyChildOf(infModal, "rodo");
  if (rodo) return readRodo(rodo);
  const aereo = onlyChildOf(infModal, "aereo");
  if (aereo) return readAereo(aereo);
  const aquav = onlyChildOf(infModal, "aquav");
  if (aquav) return readAquav(aquav);
  const ferrov = onlyChildOf(infModal, "ferrov");
  return ferrov && readFerrov(ferrov);
}

function readRodo(rodo: XmlElement): RodoviarioMdfe {
  const antt = onlyChildOf(rodo, "infANTT");
  const tracao = onlyChildOf(rodo, "veicTracao");
  const reboques = childrenOf(rodo, "veicReboque");
  const vale = onlyChildOf(antt, "valePed") ?? onlyChildOf(rodo, "valePed");
  const ciot = fieldOf(rodo, "CIOT");
  return {
    tipo: "rodoviario",
    rntrc: fieldOf(antt, "RNTRC") ?? fieldOf(rodo, "RNTRC"),
    ciots: [
      ...(ciot === null ? [] : [{ ciot, responsavel: null }]),
      ...childrenOf(antt, "infCIOT").flatMap(readCiot),
    ],
    valesPedagio: childrenOf(vale, "disp").map(readVale),
    categoriaVeicular: fieldOf(vale, "categCombVeic"),
    contratantes: childrenOf(antt, "infContratante").map((each) => ({
      ...readPessoa(each),
      contrato: fieldOf(onlyChildOf(each, "infContrato"), "NroContrato"),
    })),
    pagamentos: childrenOf(antt, "infPag").map(readPagamento),
    tracao: tracao && readVeiculo(tracao),
    reboques: reboques.map(readVeiculo),
    // The layout has drivers in the towing vehicle; some systems put them into the trailers.
    condutores: [tracao, ...reboques].flatMap((each) => childrenOf(each, "condutor").map(readPessoa)),
    agendamentoPorto: fieldOf(rodo, "codAgPorto"),
    lacres: fieldsOf(childrenOf(rodo, "lacRodo"), "nLacre"),
  };
}

function readPessoa(element: XmlElement): PessoaMdfe {
  return { nome: fieldTextOf(element, "xNome"), documento: anyFieldOf(element, DOCUMENTOS) };
}

function readCiot(element: XmlElement): RodoviarioMdfe["ciots"] {
  const ciot = fieldOf(element, "CIOT");
  return ciot === null ? [] : [{ ciot, responsavel: anyFieldOf(element, DOCUMENTOS) }];
}

function readVale(disp: XmlElement): ValePedagioMdfe {
  return {
    fornecedora: fieldOf(disp, "CNPJForn"),
    responsavel: anyFieldOf(disp, ["CNPJPg", "CPFPg"]),
    comprovante: fieldOf(disp, "nCompra"),
    valor: fieldOf(disp, "vValePed"),
    tipo: fieldOf(disp, "tpValePed"),
  };
}

function readPagamento(pag: XmlElement): PagamentoMdfe {
  const banco = onlyChildOf(pag, "infBanc");
  return {
    ...readPessoa(pag),
    componentes: childrenOf(pag, "Comp").map((each) => ({
      tipo: fieldOf(each, "tpComp"),
      descricao: fieldTextOf(each, "xComp"),
      valor: fieldOf(each, "vComp"),
    })),
    valor: fieldOf(pag, "vContrato"),
    prazo: fieldOf(pag, "indPag"),
    adiantamento: fieldOf(pag, "vAdiant"),
    parcelas: childrenOf(pag, "infPrazo").map((each) => ({
      numero: fieldOf(each, "nParcela"),
      vencimento: fieldOf(each, "dVenc"),
      valor: fieldOf(each, "vParcela"),
    })),
    banco: fieldOf(banco, "codBanco"),
    agencia: fieldOf(banco, "codAgencia"),
    ipef: fieldOf(banco, "CNPJIPEF"),
    pix: fieldOf(banco, "PIX"),
  };
}

function readVeiculo(veiculo: XmlElement): VeiculoMdfe {
  const prop = onlyChildOf(veiculo, "prop");
  return {
    codigo: fieldOf(veiculo, "cInt"),
    placa: fieldOf(veiculo, "placa"),
    renavam: fieldOf(veiculo, "RENAVAM"),
    tara: fieldOf(veiculo, "tara"),
    capacidade: fieldOf(veiculo, "capKG"),
    cubagem: fieldOf(veiculo, "capM3"),
    rodado: fieldOf(veiculo, "tpRod"),
    carroceria: fieldOf(veiculo, "tpCar"),
    uf: fieldOf(veiculo, "UF"),
    proprietario: prop && {
      ...readPessoa(prop),
      rntrc: fieldOf(prop, "RNTRC"),
      ie: fieldOf(prop, "IE"),
      uf: fieldOf(prop, "UF"),
    },
  };
}

function readAereo(aereo: XmlElement): AereoMdfe {
  return {
    tipo: "aereo",
    nacionalidade: fieldOf(aereo, "nac"),
    matricula: fieldOf(aereo, "matr"),
    voo: fieldOf(aereo, "nVoo"),
    embarque: fieldOf(aereo, "cAerEmb"),
    destino: fieldOf(aereo, "cAerDes"),
    dataVoo: fieldOf(aereo, "dVoo"),
  };
}

function readAquav(aquav: XmlElement): AquaviarioMdfe {
  const list = (local: string, code: string, name: string): MdfeCodeAndName[] =>
    childrenOf(aquav, local).map((each) => ({ codigo: fieldOf(each, code), nome: fieldTextOf(each, name) }));
  return {
    tipo: "aquaviario",
    irin: fieldOf(aquav, "irin"),
    tipoEmbarcacao: fieldOf(aquav, "tpEmb"),
    codigo: fieldOf(aquav, "cEmbar"),
    nome: fieldTextOf(aquav, "xEmbar"),
    viagem: anyFieldOf(aquav, ["nViag", "nViagem"]),
    embarque: fieldOf(aquav, "cPrtEmb"),
    destino: fieldOf(aquav, "cPrtDest"),
    transbordo: fieldTextOf(aquav, "prtTrans"),
    navegacao: fieldOf(aquav, "tpNav"),
    mmsi: fieldOf(aquav, "MMSI"),
    carregamento: list("infTermCarreg", "cTermCarreg", "xTermCarreg"),
    descarregamento: list("infTermDescarreg", "cTermDescarreg", "xTermDescarreg"),
    comboio: list("infEmbComb", "cEmbComb", "xBalsa"),
    vazias: [
      ...list("infUnidCargaVazia", "idUnidCargaVazia", "tpUnidCargaVazia"),
      ...list("infUnidTranspVazia", "idUnidTranspVazia", "tpUnidTranspVazia"),
    ],
  };
}

function readFerrov(ferrov: XmlElement): FerroviarioMdfe {
  const trem = onlyChildOf(ferrov, "trem");
  return {
    tipo: "ferroviario",
    prefixo: fieldOf(trem, "xPref"),
    liberacao: fieldOf(trem, "dhTrem"),
    origem: fieldTextOf(trem, "xOri"),
    destino: fieldTextOf(trem, "xDest"),
    quantidade: fieldOf(trem, "qVag"),
    vagoes: childrenOf(ferrov, "vag").map((each) => ({
      tipo: fieldOf(each, "tpVag"),
      serie: fieldOf(each, "serie"),
      numero: fieldOf(each, "nVag"),
      sequencia: fieldOf(each, "nSeq"),
      pesoBase: fieldOf(each, "pesoBC"),
      pesoReal: fieldOf(each, "pesoR"),
      toneladaUtil: fieldOf(each, "TU"),
    })),
  };
}
