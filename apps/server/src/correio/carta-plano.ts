import { formatInteiro } from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import type { Conteudo, Papel } from "./conteudo.ts";

/** E-mail about use that passed a share of the plan. It says first that nothing stops. */
export function writePlanoPertoDoLimite(dados: DadosEnvio<"plano-perto-do-limite">, papel: Papel): Conteudo {
  const passou = dados.parte >= 100;
  const plano = `${formatInteiro(dados.plano)} documentos por mês`;
  const feito = passou ? "passou do plano deste mês" : `usou ${dados.parte}% do plano deste mês`;
  return {
    assunto: `A sua conta ${feito}`,
    previa: "Nada para: a coleta continua e todo documento fica guardado.",
    titulo: `A conta ${papel.identificador} ${feito}`,
    tom: passou ? "aviso" : "neutro",
    abertura:
      "Nada para: a coleta continua, e todo documento que chegar fica guardado, conferido e entregue.",
    fatos: [
      ["Mês", writeMes(dados.mes)],
      ["Documentos", formatInteiro(dados.documentos)],
      ["Plano", plano],
    ],
    secoes: [
      {
        titulo: "O que fazer",
        texto: passou
          ? "Se este volume for o de costume, peça um plano maior a quem opera o Malote."
          : "Por enquanto, nada. Se os próximos meses forem assim, peça um plano maior a quem opera o Malote.",
      },
    ],
    botao: { rotulo: "Ver o uso da conta", href: `${papel.urlBase}/minha_conta` },
    rodape: `Você recebe este aviso como administrador da conta ${papel.identificador} no Malote, uma vez por mês em cada limite (80 % e 100 %).`,
  };
}

/** "2026-11" → "11/2026". */
function writeMes(mes: string): string {
  const [ano = "", numero = ""] = mes.split("-");
  return `${numero}/${ano}`;
}
