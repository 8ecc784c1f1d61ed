import { isWebhookFailure, WEBHOOK_FAILURES } from "@malote/contract";
import { formatDateTime, formatInteger } from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanLine, cleanName, type EmailContent, type EmailContext } from "./content.ts";

/** E-mail about a webhook that was disabled because its endpoint failed: what waits, and how to resume. */
export function writeWebhookDisabled(
  data: EmailData<"webhook-desativado">,
  context: EmailContext,
): EmailContent {
  const name = cleanName(data.descricao);
  const title = `O webhook ${name} foi desativado`;
  const isRefused = data.motivo === "recusado";
  return {
    subject: "Um webhook foi desativado",
    preview: "Nenhum aviso se perde: eles seguem de onde pararam quando você o ativar.",
    title,
    tone: "aviso",
    opening: isRefused
      ? "O servidor respondeu 410, que pede para não receber mais avisos."
      : "Nenhum envio foi aceito em 24 horas de tentativas.",
    facts: [
      ["Endereço", cleanLine(data.endereco)],
      ["Sem receber desde", formatDateTime(data.desde, context.zona)],
      ["Desativado em", formatDateTime(data.desativadoEm, context.zona)],
    ],
    sections: [
      { title: "A última falha", text: describeFailure(data) },
      { title: "O que guardamos", text: describePending(data.pendentes) },
      {
        title: "O que fazer",
        text: "Confira o programa que recebe os avisos. Depois abra o webhook, use Enviar teste e ative-o. Os envios que falharam podem ser reenviados na mesma tela.",
      },
    ],
    button: { label: "Abrir os webhooks", href: `${context.urlBase}/admin?tab=api&secao=webhooks` },
    footer: `Você recebe este aviso como administrador da conta ${context.identificador} no Malote.`,
  };
}

function describeFailure({ falha: failure, status }: EmailData<"webhook-desativado">): string {
  return isWebhookFailure(failure)
    ? WEBHOOK_FAILURES[failure].replace("{status}", String(status))
    : cleanLine(failure);
}

function describePending(pending: number): string {
  const waiting =
    pending === 0 ? "" : pending === 1 ? "Um aviso espera. " : `${formatInteger(pending)} avisos esperam. `;
  return `${waiting}O que acontecer até lá também fica guardado e é enviado em ordem quando o webhook voltar.`;
}
