import { CHAVE_ACESSO_PATTERN, type ChaveAcesso } from "@malote/syntax";
import { readConsulta } from "../../consulta/read-consulta.ts";
import { childrenOf } from "../../read/fields/fields.ts";
import type { LocatedDocumento } from "../../read/locate.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { digestOf, onlyChildOf } from "../fields.ts";
import { type CteAmounts, readCteAmounts, readTributosCte, type TributosCte } from "./amounts.ts";
import {
  type AnteriorCte,
  type CargaCte,
  type EntregaCte,
  type OriginarioCte,
  readAnterioresCte,
  readCargaCte,
  readEntregasCte,
  readOriginariosCte,
} from "./cargo.ts";
import {
  type ComplementoCte,
  type ContingenciaCte,
  type IdentificacaoCte,
  type LocalCte,
  type ProtocoloCte,
  readComplementoCte,
  readContingenciaCte,
  readIdentificacaoCte,
  readLocaisCte,
  readProtocoloCte,
} from "./identification.ts";
import { type ModalidadeCte, type PerigosoCte, readModalidadeCte, readPerigososCte } from "./modal.ts";
import { type CteParties, readCteParties, readTomadorCte, type TomadorCte } from "./parties.ts";
import {
  allTextsOf,
  attributeText,
  eachTextOf,
  type FieldText,
  firstTextOf,
  namedTextsOf,
} from "./text-fields.ts";

/** The printed form of any CT-e. Amounts are decimal strings, dates yyyy-MM-dd, instants
 * ISO with offset, codes those of the layout. Absent and unreadable fields are null. */
export type PrintedCte = {
  kind: "cte";
  documento: "cte" | "os" | "simplificado";
  versao: FieldText;
  chave: ChaveAcesso | null;
  identificacao: IdentificacaoCte;
  contingencia: ContingenciaCte | null;
  inicio: LocalCte;
  fim: LocalCte;
  /** States between origin and destination, in a CT-e OS. */
  percurso: string[];
  tomador: TomadorCte;
  complemento: ComplementoCte;
  valores: CteAmounts;
  tributos: TributosCte;
  carga: CargaCte | null;
  originarios: OriginarioCte[];
  anteriores: AnteriorCte[];
  entregas: EntregaCte[];
  modalidade: ModalidadeCte | null;
  perigosos: PerigosoCte[];
  veiculosNovos: Record<"chassi" | "cor" | "modelo" | "valor" | "frete", FieldText>[];
  seguros: Record<"responsavel" | "seguradora" | "apolice" | "averbacao" | "valor", FieldText>[];
  fatura: Record<"numero" | "original" | "desconto" | "liquido", FieldText> | null;
  duplicatas: Record<"numero" | "vencimento" | "valor", FieldText>[];
  /** In a CT-e OS: the service and its quantities. */
  servico: { descricao: FieldText; quantidades: string[] } | null;
  referidos: Record<"chave" | "numero" | "serie" | "subserie" | "emissao" | "valor", FieldText>[];
  relacionados: RelacionadosCte;
  /** The remark of a CT-e that stands for several (globalizado). */
  globalizado: FieldText;
  /** Set only when it matches an address that SEFAZ publishes. */
  qrCode: FieldText;
  /** Whether the document has a QR code that does not match. */
  semQrCode: boolean;
  protocolo: ProtocoloCte | null;
} & CteParties;

/** Keys of other CT-e that this one refers to. */
export type RelacionadosCte = Record<
  "complementados" | "substituidos" | "anulados" | "cancelados" | "gtve" | "multimodais",
  string[]
>;

const SIMPLIFICADO = "CTeSimp";

/** Reads the printed form of any CT-e; never throws.
 * @source MOC CT-e 4.00 anexos I and II; cteTiposBasico_v4.00.xsd,
 * and layouts 1.04, 2.00 and 3.00 where they differ */
export function readPrintedCte(location: LocatedDocumento, documento: "cte" | "os"): PrintedCte {
  const { assinado, layout } = location;
  const ide = onlyChildOf(assinado, "ide");
  const norm = onlyChildOf(assinado, "infCTeNorm");
  const parties = readCteParties(assinado);
  const chave = readChaveCte(location);
  const { qrCode } = readConsulta(location);
  return {
    kind: "cte",
    documento: layout.raiz === SIMPLIFICADO ? "simplificado" : documento,
    versao: attributeText(assinado, "versao"),
    chave,
    identificacao: readIdentificacaoCte(ide),
    contingencia: readContingenciaCte(ide),
    ...readLocaisCte(assinado),
    ...parties,
    tomador: readTomadorCte(assinado, parties),
    complemento: readComplementoCte(onlyChildOf(assinado, "compl")),
    valores: readCteAmounts(assinado),
    tributos: readTributosCte(assinado),
    ...readCargaAndRoute(assinado),
    ...readCobranca(norm ?? assinado),
    ...readService(norm),
    relacionados: readRelacionados(assinado, norm),
    globalizado: firstTextOf(onlyChildOf(norm, "infGlobalizado"), "xObs"),
    qrCode: qrCode?.texto ?? null,
    semQrCode: qrCode !== null && qrCode.texto === null,
    protocolo: readProtocoloCte(location, {
      chave,
      digest: digestOf(location),
      ambiente: firstTextOf(ide, "tpAmb"),
    }),
  };
}

/** The access key in the Id of the document; null when it is invalid. */
function readChaveCte({ assinado, layout }: LocatedDocumento): ChaveAcesso | null {
  const chave = attributeText(assinado, "Id")?.slice(layout.prefixo.length) ?? "";
  return CHAVE_ACESSO_PATTERN.test(chave) ? chave : null;
}

function readCargaAndRoute(
  assinado: XmlElement,
): Pick<
  PrintedCte,
  "carga" | "originarios" | "anteriores" | "entregas" | "modalidade" | "perigosos" | "veiculosNovos"
> {
  return {
    carga: readCargaCte(assinado),
    originarios: readOriginariosCte(assinado),
    anteriores: readAnterioresCte(assinado),
    entregas: readEntregasCte(assinado),
    modalidade: readModalidadeCte(assinado),
    perigosos: readPerigososCte(assinado),
    veiculosNovos: childrenOf(onlyChildOf(assinado, "infCTeNorm"), "veicNovos").map((each) =>
      namedTextsOf(each, { chassi: "chassi", cor: "xCor", modelo: "cMod", valor: "vUnit", frete: "vFrete" }),
    ),
  };
}

function readCobranca(norm: XmlElement): Pick<PrintedCte, "seguros" | "fatura" | "duplicatas"> {
  const cobr = onlyChildOf(norm, "cobr");
  const fat = onlyChildOf(cobr, "fat");
  return {
    seguros: childrenOf(norm, "seg").map((each) =>
      namedTextsOf(each, {
        responsavel: "respSeg",
        seguradora: "xSeg",
        apolice: "nApol",
        averbacao: "nAver",
        valor: "vCarga",
      }),
    ),
    fatura:
      fat && namedTextsOf(fat, { numero: "nFat", original: "vOrig", desconto: "vDesc", liquido: "vLiq" }),
    duplicatas: childrenOf(cobr, "dup").map((each) =>
      namedTextsOf(each, { numero: "nDup", vencimento: "dVenc", valor: "vDup" }),
    ),
  };
}

function readService(norm: XmlElement | null): Pick<PrintedCte, "servico" | "referidos"> {
  const servico = onlyChildOf(norm, "infServico");
  return {
    servico: servico && {
      descricao: firstTextOf(servico, "xDescServ"),
      quantidades: eachTextOf(servico, "infQ", "qCarga"),
    },
    referidos: childrenOf(norm, "infDocRef").map((each) =>
      namedTextsOf(each, {
        chave: "chBPe",
        numero: "nDoc",
        serie: "serie",
        subserie: "subserie",
        emissao: "dEmi",
        valor: "vDoc",
      }),
    ),
  };
}

/** @source cteTiposBasico_v4.00.xsd (infCteComp/chCTe, infCteSub/chCte,
 * infGTVe/chCTe), CT-e 3.00 (infCteComp/chave, infCteAnu/chCte) */
function readRelacionados(assinado: XmlElement, norm: XmlElement | null): RelacionadosCte {
  const substituido = onlyChildOf(norm, "infCteSub") ?? onlyChildOf(assinado, "infCteSub");
  return {
    complementados: eachTextOf(assinado, "infCteComp", "chCTe", "chave"),
    substituidos: allTextsOf(substituido, "chCte"),
    anulados: eachTextOf(assinado, "infCteAnu", "chCte"),
    cancelados: allTextsOf(norm, "refCTeCanc"),
    gtve: eachTextOf(norm, "infGTVe", "chCTe"),
    multimodais: childrenOf(onlyChildOf(norm, "infServVinc"), "infCTeMultimodal").flatMap(
      (each) => firstTextOf(each, "chCTeMultimodal") ?? [],
    ),
  };
}
