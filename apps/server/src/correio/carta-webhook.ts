import { FALHA_WEBHOOK, isFalhaWebhook } from "@malote/contract";
import { formatDataHora, formatInteiro } from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanLine, cleanNome, type Papel } from "./conteudo.ts";

/** E-mail about a webhook that was disabled because its endpoint failed: what waits, and how to resume. */
export function writeWebhookDesativado(dados: DadosEnvio<"webhook-desativado">, papel: Papel): Conteudo {
  const nome = cleanNome(dados.descricao);
  const titulo = `O webhook ${nome} foi desativado`;
  const recusado = dados.motivo === "recusado";
  return {
    assunto: "Um webhook foi desativado",
    previa: "Nenhum aviso se perde: eles seguem de onde pararam quando você o ativar.",
    titulo,
    tom: "aviso",
    abertura: recusado
      ? "O servidor respondeu 410, que pede para não receber mais avisos."
      : "Nenhum envio foi aceito em 24 horas de tentativas.",
    fatos: [
      ["Endereço", cleanLine(dados.endereco)],
      ["Sem receber desde", formatDataHora(dados.desde, papel.zona)],
      ["Desativado em", formatDataHora(dados.desativadoEm, papel.zona)],
    ],
    secoes: [
      { titulo: "A última falha", texto: writeFalha(dados) },
      { titulo: "O que guardamos", texto: writePendentes(dados.pendentes) },
      {
        titulo: "O que fazer",
        texto:
          "Confira o programa que recebe os avisos. Depois abra o webhook, use Enviar teste e ative-o. Os envios que falharam podem ser reenviados na mesma tela.",
      },
    ],
    botao: { rotulo: "Abrir os webhooks", href: `${papel.urlBase}/admin?tab=api&secao=webhooks` },
    rodape: `Você recebe este aviso como administrador da conta ${papel.identificador} no Malote.`,
  };
}

function writeFalha({ falha, status }: DadosEnvio<"webhook-desativado">): string {
  return isFalhaWebhook(falha) ? FALHA_WEBHOOK[falha].replace("{status}", String(status)) : cleanLine(falha);
}

function writePendentes(pendentes: number): string {
  const antes =
    pendentes === 0
      ? ""
      : pendentes === 1
        ? "Um aviso espera. "
        : `${formatInteiro(pendentes)} avisos esperam. `;
  return `${antes}O que acontecer até lá também fica guardado e é enviado em ordem quando o webhook voltar.`;
}
