import { formatDateTime, formatDocumento } from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanName, type EmailContent, type EmailContext } from "./content.ts";

type Data = EmailData<"certificado-vencendo">;

/** E-mail about a certificate that expires soon or has expired. */
export function writeCertificateExpiring(data: Data, context: EmailContext): EmailContent {
  const name = cleanName(data.nome);
  const hasExpired = data.diasRestantes < 0;
  const when = hasExpired ? "venceu" : `vence ${formatDaysLeft(data.diasRestantes)}`;
  return {
    subject: `O certificado de uma empresa ${when}`,
    preview: hasExpired ? WITHOUT_IT_NOW : WITHOUT_IT,
    title: `O certificado de ${name} ${when}`,
    tone: "aviso",
    opening: hasExpired ? WITHOUT_IT_NOW : WITHOUT_IT,
    facts: [
      ["Empresa", name],
      ["CNPJ", formatDocumento(data.cnpj)],
      ["Titular do certificado", cleanName(data.titular)],
      [hasExpired ? "Venceu em" : "Vence em", formatDateTime(data.validoAte, context.zona)],
    ],
    sections: [
      {
        title: "O que continua",
        text: "A coleta dos e-mails e tudo o que já está guardado não dependem do certificado.",
      },
      {
        title: "O que fazer",
        text: "Renove o e-CNPJ A1 na sua certificadora e envie o novo arquivo (.pfx ou .p12) com a senha. Os documentos que esperavam por ele são consultados em seguida.",
      },
    ],
    button: { label: "Enviar o novo certificado", href: `${context.urlBase}/cert/${data.empresaId}` },
    footer: `Você recebe este aviso como administrador da conta ${context.identificador} no Malote.`,
  };
}

const WITHOUT_IT =
  "Sem ele, o Malote não consulta a SEFAZ por esta empresa, não busca documentos no auditor e não envia manifestações.";
const WITHOUT_IT_NOW =
  "O Malote já não consulta a SEFAZ por esta empresa, não busca documentos no auditor e não envia manifestações.";

function formatDaysLeft(days: number): string {
  return days === 1 ? "em menos de 1 dia" : `em ${days} dias`;
}
