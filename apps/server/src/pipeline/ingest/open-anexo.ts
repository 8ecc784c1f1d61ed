import type { Reason } from "@malote/contract";
import { type OpenedPart, type OpenOutcome, type Part, type PartFormat, unpackPart } from "@malote/mailbox";
import type { PartOutcome } from "../../services/documento/veredito.rules.ts";
import type { Stage } from "../stage.ts";
import { type EmailFile, outcome } from "./email-part.ts";
import { createReadingLimits } from "./reading-limits.ts";

/** Opens packages, all parts of an e-mail within one budget: yields each part, and after it its content. */
export const openAnexo: Stage<Part, EmailFile> = {
  nome: "open-anexo",
  job: "ingest",
  async *run({ limits: reading }, inputs) {
    const { budget } = reading ?? createReadingLimits();
    for await (const part of inputs) {
      for await (const opened of unpackPart(part, budget)) yield toEmailFile(opened);
    }
  },
};

/** An opened part, with the outcome so far. */
export function toEmailFile(part: OpenedPart): EmailFile {
  const { caminho, nome, tipo, embutida, contentId, bytes } = part;
  return { caminho, nome, tipo, embutida, contentId, bytes, outcome: outcomeOfOpening(part) };
}

type OpenedPackage = Extract<OpenOutcome, { kind: "pacote" }>;

/** The outcome decided by opening; null if reading must decide. */
function outcomeOfOpening({ abertura, escrita: encoding }: OpenedPart): PartOutcome | null {
  if (abertura.kind === "arquivo") return null;
  if (abertura.kind === "corpo")
    return outcome("nao-dfe", abertura.comDfe ? "corpo-com-dfe" : "corpo-da-mensagem");
  if (abertura.kind === "assinatura") return outcome("nao-dfe", "assinatura-do-email");
  if (abertura.kind === "pacote") return outcomeOfPackage(abertura, encoding);
  const { motivo, formato } = abertura;
  return outcome("erro", motivo, motivo === "pacote-formato" ? (FORMAT_NAMES[formato] ?? formato) : null);
}

function outcomeOfPackage(
  { formato, dentro, inteiro }: OpenedPackage,
  encoding: Part["escrita"],
): PartOutcome {
  if (formato === "resgate") return outcome("pacote", "resgate-fora-de-anexo", encoding);
  if (!inteiro) return outcome("erro", INCOMPLETE_REASONS[formato] ?? "pacote-incompleto");
  return outcome("pacote", OPENED_REASONS[formato] ?? "pacote-aberto", String(dentro));
}

const OPENED_REASONS: Partial<Record<PartFormat, Reason>> = {
  tnef: "winmail-aberto",
  assinado: "assinado-aberto",
  mensagem: "mensagem-aberta",
  texto: "dfe-no-texto",
};

const INCOMPLETE_REASONS: Partial<Record<PartFormat, Reason>> = {
  tnef: "winmail-incompleto",
  mensagem: "mensagem-incompleta",
  texto: "dfe-demais-no-texto",
};

/** The names that users know. */
const FORMAT_NAMES: Partial<Record<PartFormat, string>> = {
  zip: "ZIP com compressão incomum",
  rar: "RAR",
  "7z": "7-Zip",
  tar: "TAR",
  cab: "CAB",
  xz: "XZ",
  bzip2: "BZIP2",
  zstd: "Zstandard",
  msg: "mensagem do Outlook (.msg)",
  assinado: "P7M comprimido",
};
