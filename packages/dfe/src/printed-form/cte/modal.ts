import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { onlyChildOf } from "../fields.ts";
import {
  allTextsOf,
  anyGroupOf,
  eachTextOf,
  type FieldText,
  firstTextOf,
  namedTextsOf,
} from "./text-fields.ts";

export type VeiculoCte = Record<"placa" | "uf" | "renavam", FieldText> & {
  proprietario: ProprietarioCte | null;
};
/** `tipo`: 0 TAC agregado, 1 TAC independente, 2 others. */
export type ProprietarioCte = Record<
  "nome" | "documento" | "taf" | "registro" | "ie" | "uf" | "tipo",
  FieldText
>;
/** A railway in a rail transport; its phone and address are not printed. */
export type FerroviaCte = Record<"nome" | "documento" | "ie" | "codigo", FieldText>;
export type PerigosoCte = Record<
  "onu" | "nome" | "classe" | "embalagem" | "quantidade" | "unidade" | "volumes",
  FieldText
>;

export type RodoviarioCte = { modal: "rodoviario" } & Record<
  "rntrc" | "ciot" | "lotacao" | "previsao",
  FieldText
> & {
    coletas: Record<"serie" | "numero" | "emissao" | "documento" | "uf", FieldText>[];
    veiculos: VeiculoCte[];
    motoristas: Record<"nome" | "cpf", FieldText>[];
  };
export type AereoCte = { modal: "aereo" } & Record<
  "minuta" | "operacional" | "previsao" | "emissor" | "dimensao" | "classe" | "tarifa" | "valorTarifa",
  FieldText
> & { manuseio: string[] };
export type AquaviarioCte = { modal: "aquaviario" } & Record<
  | "navio"
  | "viagem"
  | "direcao"
  | "irin"
  | "navegacao"
  | "valorPrestacao"
  | "afrmm"
  | "booking"
  | "embarque"
  | "destino",
  FieldText
> & {
    balsas: string[];
    conteineres: { numero: FieldText; lacres: string[]; documentos: string[] }[];
  };
export type FerroviarioCte = { modal: "ferroviario" } & Record<
  "trafego" | "fluxo" | "responsavel" | "emissora" | "frete" | "chaveOrigem" | "trem",
  FieldText
> & { ferrovias: FerroviaCte[] };
export type DutoviarioCte = { modal: "dutoviario" } & Record<
  "tarifa" | "inicio" | "fim" | "classe" | "contratacao" | "entrada" | "saida" | "contrato",
  FieldText
>;
export type MultimodalCte = { modal: "multimodal" } & Record<
  "cotm" | "negociavel" | "seguradora" | "documentoSeguradora" | "apolice" | "averbacao",
  FieldText
>;
/** Road transport of a CT-e OS. `fretamento`: 1 occasional, 2 continuous; `viagem` is an instant. */
export type RodoviarioOs = { modal: "rodoviario-os" } & Record<
  "taf" | "registro" | "fretamento" | "viagem",
  FieldText
> & { veiculo: VeiculoCte | null };

/** The fields of one mode of transport, with layout codes. */
export type ModalidadeCte =
  | RodoviarioCte
  | AereoCte
  | AquaviarioCte
  | FerroviarioCte
  | DutoviarioCte
  | MultimodalCte
  | RodoviarioOs;

const READERS: readonly [string, (group: XmlElement) => ModalidadeCte][] = [
  ["rodo", readRodoviario],
  ["aereo", readAereo],
  ["aquav", readAquaviario],
  ["ferrov", readFerroviario],
  ["duto", readDutoviario],
  ["multimodal", readMultimodal],
  ["rodoOS", readRodoviarioOs],
];

/** @source cteModal*_v4.00.xsd, cteMultiModal_v4.00.xsd; before 2.00 the group is in infCTeNorm itself */
export function readModalidadeCte(assinado: XmlElement): ModalidadeCte | null {
  const norm = onlyChildOf(assinado, "infCTeNorm") ?? assinado;
  const place = onlyChildOf(norm, "infModal") ?? norm;
  for (const [tag, read] of READERS) {
    const group = onlyChildOf(place, tag);
    if (group) return read(group);
  }
  return null;
}

/** Dangerous goods: in air transport, and in any mode up to 3.00.
 * @source cteModalAereo_v4.00.xsd (peri), CT-e 3.00 (infCTeNorm/peri) */
export function readPerigososCte(assinado: XmlElement): PerigosoCte[] {
  const norm = onlyChildOf(assinado, "infCTeNorm") ?? assinado;
  const aereo = onlyChildOf(onlyChildOf(norm, "infModal"), "aereo");
  return [...childrenOf(norm, "peri"), ...childrenOf(aereo, "peri")].map((each) => {
    const total = onlyChildOf(each, "infTotAP");
    return {
      ...namedTextsOf(each, { onu: "nONU", nome: "xNomeAE", classe: "xClaRisco", embalagem: "grEmb" }),
      quantidade: firstTextOf(total, "qTotProd") ?? firstTextOf(each, "qTotProd"),
      unidade: firstTextOf(total, "uniAP"),
      volumes: firstTextOf(each, "qTotEmb", "qVolTipo"),
    };
  });
}

function readRodoviario(rodo: XmlElement): RodoviarioCte {
  return {
    modal: "rodoviario",
    ...namedTextsOf(rodo, { rntrc: "RNTRC", ciot: "CIOT", lotacao: "lota", previsao: "dPrev" }),
    coletas: childrenOf(rodo, "occ").map((each) => ({
      ...namedTextsOf(each, { serie: "serie", numero: "nOcc", emissao: "dEmi" }),
      ...namedTextsOf(onlyChildOf(each, "emiOcc"), { documento: "CNPJ", uf: "UF" }),
    })),
    veiculos: childrenOf(rodo, "veic").map(readVeiculo),
    motoristas: childrenOf(rodo, "moto").map((each) => namedTextsOf(each, { nome: "xNome", cpf: "CPF" })),
  };
}

function readAereo(aereo: XmlElement): AereoCte {
  const natureza = onlyChildOf(aereo, "natCarga");
  return {
    modal: "aereo",
    ...namedTextsOf(aereo, {
      minuta: "nMinu",
      operacional: "nOCA",
      previsao: "dPrevAereo",
      emissor: "xLAgEmi",
    }),
    dimensao: firstTextOf(natureza, "xDime"),
    manuseio: allTextsOf(natureza, "cInfManu"),
    ...namedTextsOf(onlyChildOf(aereo, "tarifa"), { classe: "CL", tarifa: "cTar", valorTarifa: "vTar" }),
  };
}

function readAquaviario(aquav: XmlElement): AquaviarioCte {
  return {
    modal: "aquaviario",
    ...namedTextsOf(aquav, {
      navio: "xNavio",
      viagem: "nViag",
      direcao: "direc",
      irin: "irin",
      navegacao: "tpNav",
      valorPrestacao: "vPrest",
      afrmm: "vAFRMM",
      booking: "nBooking",
      embarque: "prtEmb",
      destino: "prtDest",
    }),
    balsas: eachTextOf(aquav, "balsa", "xBalsa"),
    conteineres: childrenOf(aquav, "detCont").map((each) => ({
      numero: firstTextOf(each, "nCont"),
      lacres: eachTextOf(each, "lacre", "nLacre"),
      documentos: readDocumentosConteiner(onlyChildOf(each, "infDoc")),
    })),
  };
}

/** Keys, or "series/number" of paper notas. */
function readDocumentosConteiner(infDoc: XmlElement | null): string[] {
  return [
    ...eachTextOf(infDoc, "infNFe", "chave"),
    ...childrenOf(infDoc, "infNF").map(
      (each) => `${firstTextOf(each, "serie") ?? ""}/${firstTextOf(each, "nDoc") ?? ""}`,
    ),
  ];
}

function readFerroviario(ferrov: XmlElement): FerroviarioCte {
  const mutuo = onlyChildOf(ferrov, "trafMut");
  return {
    modal: "ferroviario",
    ...namedTextsOf(ferrov, { trafego: "tpTraf", fluxo: "fluxo", trem: "idTrem" }),
    ...namedTextsOf(mutuo, { responsavel: "respFat", emissora: "ferrEmi", chaveOrigem: "chCTeFerroOrigem" }),
    frete: firstTextOf(mutuo, "vFrete") ?? firstTextOf(ferrov, "vFrete"),
    // Before 3.00 the railways are outside the group of mutual traffic.
    ferrovias: [...childrenOf(mutuo, "ferroEnv"), ...childrenOf(ferrov, "ferroEnv")].map((each) =>
      namedTextsOf(each, { nome: "xNome", documento: "CNPJ", ie: "IE", codigo: "cInt" }),
    ),
  };
}

function readDutoviario(duto: XmlElement): DutoviarioCte {
  return {
    modal: "dutoviario",
    ...namedTextsOf(duto, {
      tarifa: "vTar",
      inicio: "dIni",
      fim: "dFim",
      classe: "classDuto",
      contratacao: "tpContratacao",
      entrada: "codPontoEntrada",
      saida: "codPontoSaida",
      contrato: "nContrato",
    }),
  };
}

function readMultimodal(multimodal: XmlElement): MultimodalCte {
  const seg = onlyChildOf(multimodal, "seg");
  return {
    modal: "multimodal",
    ...namedTextsOf(multimodal, { cotm: "COTM", negociavel: "indNegociavel" }),
    ...namedTextsOf(onlyChildOf(seg, "infSeg"), { seguradora: "xSeg", documentoSeguradora: "CNPJ" }),
    ...namedTextsOf(seg, { apolice: "nApol", averbacao: "nAver" }),
  };
}

function readRodoviarioOs(rodo: XmlElement): RodoviarioOs {
  const veic = anyGroupOf(rodo, ["veic"]);
  return {
    modal: "rodoviario-os",
    ...namedTextsOf(rodo, { taf: "TAF", registro: "NroRegEstadual" }),
    ...namedTextsOf(onlyChildOf(rodo, "infFretamento"), { fretamento: "tpFretamento", viagem: "dhViagem" }),
    veiculo: veic && readVeiculo(veic),
  };
}

function readVeiculo(veic: XmlElement): VeiculoCte {
  const prop = onlyChildOf(veic, "prop");
  return {
    ...namedTextsOf(veic, { placa: "placa", uf: "UF", renavam: "RENAVAM" }),
    proprietario: prop && {
      ...namedTextsOf(prop, {
        nome: "xNome",
        taf: "TAF",
        registro: "NroRegEstadual",
        ie: "IE",
        uf: "UF",
        tipo: "tpProp",
      }),
      documento: firstTextOf(prop, "CNPJ", "CPF"),
    },
  };
}
