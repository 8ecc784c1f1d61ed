import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { anyCampoOf, campoOf, camposOf, onlyChildOf, textoOf } from "../campos.ts";

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
export type CodigoNomeMdfe = { codigo: string | null; nome: string | null };

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
  carregamento: CodigoNomeMdfe[];
  descarregamento: CodigoNomeMdfe[];
  comboio: CodigoNomeMdfe[];
  vazias: CodigoNomeMdfe[];
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
  const ciot = campoOf(rodo, "CIOT");
  return {
    tipo: "rodoviario",
    rntrc: campoOf(antt, "RNTRC") ?? campoOf(rodo, "RNTRC"),
    ciots: [
      ...(ciot === null ? [] : [{ ciot, responsavel: null }]),
      ...childrenOf(antt, "infCIOT").flatMap(readCiot),
    ],
    valesPedagio: childrenOf(vale, "disp").map(readVale),
    categoriaVeicular: campoOf(vale, "categCombVeic"),
    contratantes: childrenOf(antt, "infContratante").map((each) => ({
      ...readPessoa(each),
      contrato: campoOf(onlyChildOf(each, "infContrato"), "NroContrato"),
    })),
    pagamentos: childrenOf(antt, "infPag").map(readPagamento),
    tracao: tracao && readVeiculo(tracao),
    reboques: reboques.map(readVeiculo),
    // The layout has drivers in the towing vehicle; some systems put them into the trailers.
    condutores: [tracao, ...reboques].flatMap((each) => childrenOf(each, "condutor").map(readPessoa)),
    agendamentoPorto: campoOf(rodo, "codAgPorto"),
    lacres: camposOf(childrenOf(rodo, "lacRodo"), "nLacre"),
  };
}

function readPessoa(element: XmlElement): PessoaMdfe {
  return { nome: textoOf(element, "xNome"), documento: anyCampoOf(element, DOCUMENTOS) };
}

function readCiot(element: XmlElement): RodoviarioMdfe["ciots"] {
  const ciot = campoOf(element, "CIOT");
  return ciot === null ? [] : [{ ciot, responsavel: anyCampoOf(element, DOCUMENTOS) }];
}

function readVale(disp: XmlElement): ValePedagioMdfe {
  return {
    fornecedora: campoOf(disp, "CNPJForn"),
    responsavel: anyCampoOf(disp, ["CNPJPg", "CPFPg"]),
    comprovante: campoOf(disp, "nCompra"),
    valor: campoOf(disp, "vValePed"),
    tipo: campoOf(disp, "tpValePed"),
  };
}

function readPagamento(pag: XmlElement): PagamentoMdfe {
  const banco = onlyChildOf(pag, "infBanc");
  return {
    ...readPessoa(pag),
    componentes: childrenOf(pag, "Comp").map((each) => ({
      tipo: campoOf(each, "tpComp"),
      descricao: textoOf(each, "xComp"),
      valor: campoOf(each, "vComp"),
    })),
    valor: campoOf(pag, "vContrato"),
    prazo: campoOf(pag, "indPag"),
    adiantamento: campoOf(pag, "vAdiant"),
    parcelas: childrenOf(pag, "infPrazo").map((each) => ({
      numero: campoOf(each, "nParcela"),
      vencimento: campoOf(each, "dVenc"),
      valor: campoOf(each, "vParcela"),
    })),
    banco: campoOf(banco, "codBanco"),
    agencia: campoOf(banco, "codAgencia"),
    ipef: campoOf(banco, "CNPJIPEF"),
    pix: campoOf(banco, "PIX"),
  };
}

function readVeiculo(veiculo: XmlElement): VeiculoMdfe {
  const prop = onlyChildOf(veiculo, "prop");
  return {
    codigo: campoOf(veiculo, "cInt"),
    placa: campoOf(veiculo, "placa"),
    renavam: campoOf(veiculo, "RENAVAM"),
    tara: campoOf(veiculo, "tara"),
    capacidade: campoOf(veiculo, "capKG"),
    cubagem: campoOf(veiculo, "capM3"),
    rodado: campoOf(veiculo, "tpRod"),
    carroceria: campoOf(veiculo, "tpCar"),
    uf: campoOf(veiculo, "UF"),
    proprietario: prop && {
      ...readPessoa(prop),
      rntrc: campoOf(prop, "RNTRC"),
      ie: campoOf(prop, "IE"),
      uf: campoOf(prop, "UF"),
    },
  };
}

function readAereo(aereo: XmlElement): AereoMdfe {
  return {
    tipo: "aereo",
    nacionalidade: campoOf(aereo, "nac"),
    matricula: campoOf(aereo, "matr"),
    voo: campoOf(aereo, "nVoo"),
    embarque: campoOf(aereo, "cAerEmb"),
    destino: campoOf(aereo, "cAerDes"),
    dataVoo: campoOf(aereo, "dVoo"),
  };
}

function readAquav(aquav: XmlElement): AquaviarioMdfe {
  const list = (local: string, codigo: string, nome: string): CodigoNomeMdfe[] =>
    childrenOf(aquav, local).map((each) => ({ codigo: campoOf(each, codigo), nome: textoOf(each, nome) }));
  return {
    tipo: "aquaviario",
    irin: campoOf(aquav, "irin"),
    tipoEmbarcacao: campoOf(aquav, "tpEmb"),
    codigo: campoOf(aquav, "cEmbar"),
    nome: textoOf(aquav, "xEmbar"),
    viagem: anyCampoOf(aquav, ["nViag", "nViagem"]),
    embarque: campoOf(aquav, "cPrtEmb"),
    destino: campoOf(aquav, "cPrtDest"),
    transbordo: textoOf(aquav, "prtTrans"),
    navegacao: campoOf(aquav, "tpNav"),
    mmsi: campoOf(aquav, "MMSI"),
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
    prefixo: campoOf(trem, "xPref"),
    liberacao: campoOf(trem, "dhTrem"),
    origem: textoOf(trem, "xOri"),
    destino: textoOf(trem, "xDest"),
    quantidade: campoOf(trem, "qVag"),
    vagoes: childrenOf(ferrov, "vag").map((each) => ({
      tipo: campoOf(each, "tpVag"),
      serie: campoOf(each, "serie"),
      numero: campoOf(each, "nVag"),
      sequencia: campoOf(each, "nSeq"),
      pesoBase: campoOf(each, "pesoBC"),
      pesoReal: campoOf(each, "pesoR"),
      toneladaUtil: campoOf(each, "TU"),
    })),
  };
}
