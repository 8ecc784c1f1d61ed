import { type Amount, DAY_MS } from "@malote/syntax";
import type { RandomSource } from "../../random-source.ts";
import type { Transportadora } from "../companies/carriers.ts";
import type { Empresa } from "../companies/companies.ts";
import { CTE } from "../documento/document-family.ts";
import {
  type DocumentIdentity,
  makeIdentity,
  type SignedDocumento,
  signDocumento,
} from "../documento/documento.ts";
import { writeCents } from "../xml/cents.ts";
import type { Signer } from "../xml/sign-element.ts";
import { element, leaf } from "../xml/write-xml.ts";
import { writeCteIde } from "./cte-ide.ts";
import type { CteInput, Participantes } from "./cte-input.ts";
import { writeInfModal } from "./cte-modal.ts";
import {
  type PartyElement,
  writeCteSuplemento,
  writeEmitente,
  writeInfCarga,
  writeParticipante,
} from "./cte-parties.ts";
import { writeImp, writeVPrest } from "./cte-taxes.ts";

/** A signed CT-e of any layout, not yet authorized. */
export type SignedCte = SignedDocumento & {
  transportadora: Transportadora;
  tomador: Empresa;
  valorTotal: Amount;
};

const MODELO = "57";
const DAYS_TO_DELIVER = 3;

/** Writes and signs a CT-e 57, layout 4.00. */
export function signCte(input: CteInput, signer: Signer, random: RandomSource): SignedCte {
  const { transportadora, valorPrestacao } = input;
  const identity = makeIdentity(input, { familia: CTE, modelo: MODELO, emitente: transportadora }, random);
  const partes = [
    writeCteIde(input, identity),
    element("compl", leaf("xObs", input.observacao ?? "Documento de demonstração, sem valor fiscal.")),
    writeEmitente(transportadora),
    ...writeParticipantes(input, identity),
    writeVPrest(valorPrestacao),
    writeImp(valorPrestacao, isInterestadual(input)),
    writeInfCteNorm(input, identity),
  ];
  const suplemento = (): string => writeCteSuplemento(identity);
  return {
    ...signDocumento(identity, { partes, suplemento }, signer),
    transportadora,
    tomador: tomadorOf(input),
    valorTotal: writeCents(valorPrestacao),
  };
}

/** The tomador as a company.   @throws RangeError when the input lacks the named party */
export function tomadorOf({ tomador, ...input }: CteInput): Empresa {
  if (typeof tomador !== "string") return tomador;
  const empresa = input[tomador];
  if (!empresa) throw new RangeError(`no ${tomador}`);
  return empresa;
}

export function isInterestadual({ remetente, destinatario }: Participantes): boolean {
  return remetente.endereco.uf !== destinatario.endereco.uf;
}

function writeParticipantes(input: CteInput, { ambiente }: DocumentIdentity): string[] {
  const partes: [PartyElement, Empresa | undefined][] = [
    ["rem", input.remetente],
    ["exped", input.expedidor],
    ["receb", input.recebedor],
    ["dest", input.destinatario],
  ];
  return partes.map(([party, empresa]) => (empresa ? writeParticipante(party, empresa, ambiente) : ""));
}

function writeInfCteNorm(input: CteInput, { dataHora, numero }: DocumentIdentity): string {
  const previsao = deliveryDayOf(dataHora);
  const infNFe = input.chavesNFe.map((chave) =>
    element("infNFe", leaf("chave", chave), leaf("dPrev", previsao)),
  );
  const { modal, transportadora, valorPrestacao: valor } = input;
  return element(
    "infCTeNorm",
    writeInfCarga(input.carga, { peso: "PESO BRUTO", volume: "VOLUMES" }),
    element("infDoc", ...infNFe),
    writeInfModal({ modal, transportadora, previsao, numero, valor }),
  );
}

/** The expected day of delivery: some days after the emission. */
export function deliveryDayOf(dataHora: string): string {
  const emissao = Date.parse(`${dataHora.slice(0, 10)}T12:00:00Z`);
  return new Date(emissao + DAYS_TO_DELIVER * DAY_MS).toISOString().slice(0, 10);
}
