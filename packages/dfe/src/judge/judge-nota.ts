import {
  AUTHORIZED_CSTATS,
  CLOSED_CSTAT,
  type Family,
  isChaveAcesso,
  splitChaveAcesso,
} from "@malote/syntax";
import type { Trust } from "../examination.ts";
import type { Findings } from "../findings.ts";
import {
  findMismatchedChaveParts,
  hasEmitenteValido,
  hasNotaId,
  pathsOf,
  readProvider,
  readResponseAmbiente,
} from "../read/consistency.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import type { ParsedNota, Protocolo } from "../reading.ts";
import { isFisco } from "./authorities.ts";
import type { ExpectedSigner } from "./judge-certificado.ts";
import { judgeConsulta } from "./judge-consulta.ts";
import { isBefore, isWithinDeadline } from "./judge-deadline.ts";
import { isProtocoloNumber } from "./protocolo.ts";

/** Status codes of an authorized document; a closed MDF-e was authorized, too.
 * @source MOC NF-e, MOC CT-e 4.00, MOC MDF-e 3.00, tabela de códigos de status; NT 2026.002 */
const AUTORIZADA: Readonly<Record<Family, ReadonlySet<string>>> = {
  nfe: new Set(AUTHORIZED_CSTATS),
  cte: new Set(AUTHORIZED_CSTATS),
  mdfe: new Set([...AUTHORIZED_CSTATS, CLOSED_CSTAT]),
};

/** The signer's CNPJ or CPF in the certificate (null when absent), and the operator's trust. */
export type ActualSigner = { documento: string | null; confianca: Trust };

/** A nota and the data to judge it. */
type NotaCase = { nota: ParsedNota; actual: ActualSigner };

/** Compares the key of a nota with its fields, and its protocolo with both. */
export function judgeNota(location: LocatedDocumento, subject: NotaCase, findings: Findings): void {
  const { nota } = subject;
  const paths = pathsOf(location);
  const { id: caminho } = paths;
  if (!isChaveAcesso(nota.chaveAcesso)) findings.add("chave-invalida", { caminho });
  if (!hasNotaId(location, nota)) findings.add("id-divergente", { caminho });
  judgeChave(location, subject, findings);
  if (!hasEmitenteValido(location))
    findings.add("emitente-invalido", { caminho: paths.autor, detalhe: nota.emitente.documento });
  if (nota.ambiente === "2") findings.add("ambiente-homologacao", { caminho: paths.ambiente });
  if (nota.protocolo) judgeProtocolo(location, { nota, protocolo: nota.protocolo }, findings);
  else findings.add("sem-protocolo");
  judgeConsulta(location, findings);
}

/** Who should have signed a nota, and when. */
export function expectedSignerOfNota(location: LocatedDocumento, nota: ParsedNota): ExpectedSigner {
  return {
    documento: nota.emitente.documento,
    assinado: nota.dataEmissao,
    protocolo: nota.protocolo?.dataRecebimento || null,
    provedor: readProvider(location, nota),
  };
}

function judgeChave(location: LocatedDocumento, { nota, actual }: NotaCase, findings: Findings): void {
  const { id: caminho } = pathsOf(location);
  const divergentes = findMismatchedChaveParts(location, nota);
  if (divergentes.length === 0) return;
  if (divergentes.join() === "documento" && isAvulsa(location, { nota, actual }))
    findings.add("chave-de-emissao-avulsa", { caminho });
  else findings.add("chave-divergente", { caminho, detalhe: divergentes.join(" ") });
}

/** In the séries avulsas the key may have the CNPJ of the
 * issuing treasury, if that is known and signs itself. */
function isAvulsa(
  location: LocatedDocumento,
  { nota, actual: { documento, confianca: trust } }: NotaCase,
): boolean {
  if (readProvider(location, nota)?.kind !== "avulsa") return false;
  const chave = splitChaveAcesso(nota.chaveAcesso).documento;
  return isFisco(chave, trust) && documento !== null && isFisco(documento, trust);
}

// The protocolo is not signed by the emitente: contradictions count, but its absence proves nothing.
function judgeProtocolo(
  location: LocatedDocumento,
  { nota, protocolo }: { nota: ParsedNota; protocolo: Protocolo },
  findings: Findings,
): void {
  const { resposta } = pathsOf(location);
  if (protocolo.chaveAcesso !== nota.chaveAcesso)
    findings.add("protocolo-de-outra-chave", { caminho: resposta.chave });
  if (protocolo.digVal !== null && protocolo.digVal !== nota.digVal)
    findings.add("protocolo-digest-divergente", { caminho: resposta.digest });
  if (!AUTORIZADA[location.layout.family].has(protocolo.cStat))
    findings.add("nao-autorizada", { caminho: resposta.status, detalhe: protocolo.cStat });
  else if (!isProtocoloNumber(location.layout.family, protocolo.numero))
    findings.add("protocolo-invalido", { caminho: resposta.numero });
  else if (protocolo.dataRecebimento === "")
    findings.add("protocolo-invalido", { caminho: resposta.recebimento });
  for (const tag of protocolo.defeitos)
    findings.add("protocolo-invalido", { caminho: `${resposta.raiz}/${tag}` });
  if (protocolo.dataRecebimento !== "")
    judgeRecebimento(protocolo.dataRecebimento, nota, { caminho: resposta.recebimento, findings });
  const ambiente = readResponseAmbiente(location);
  if (ambiente !== null && ambiente !== nota.ambiente)
    findings.add("protocolo-de-outro-ambiente", { caminho: resposta.ambiente });
}

function judgeRecebimento(
  recebimento: string,
  { dataEmissao }: ParsedNota,
  { caminho, findings }: { caminho: string; findings: Findings },
): void {
  if (isBefore(recebimento, dataEmissao)) findings.add("protocolo-anterior-a-emissao", { caminho });
  else if (!isWithinDeadline(recebimento, dataEmissao)) findings.add("protocolo-fora-de-prazo", { caminho });
}
