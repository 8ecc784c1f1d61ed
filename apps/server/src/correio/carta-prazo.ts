import { formatDataHora, formatInteiro } from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanNome, type Papel } from "./conteudo.ts";

/** E-mail about received NF-e whose deadline for a conclusive manifestação is near. */
export function writePrazoManifestacao(dados: DadosEnvio<"prazo-manifestacao">, papel: Papel): Conteudo {
  const { dias, quantas, primeira } = dados;
  const falta = `Em ${dias} dias ou menos termina o prazo da manifestação`;
  const total = quantas === 1 ? "1 NF-e recebida" : `${formatInteiro(quantas)} NF-e recebidas`;
  return {
    assunto: `${falta} de ${total}`,
    previa: SILENCIO,
    titulo: `${falta} de ${total}`,
    tom: "aviso",
    abertura: SILENCIO,
    fatos: [
      ["Sem manifestação conclusiva", total],
      ["A primeira a vencer", `NF-e ${formatInteiro(primeira.numeroNota)}`],
      ["Emitente", cleanNome(primeira.nomeEmitente)],
      ["Prazo dela", formatDataHora(primeira.ate, papel.zona)],
    ],
    secoes: [
      {
        titulo: "O que fazer",
        texto:
          "Confirme as operações que aconteceram. As que a sua empresa não reconhece, ou que não se realizaram, só podem ser recusadas até o fim do prazo.",
      },
    ],
    botao: { rotulo: "Abrir a nota", href: `${papel.urlBase}/nota/${primeira.notaId}` },
    rodape: `Você recebe este aviso como administrador da conta ${papel.identificador} no Malote.`,
  };
}

const SILENCIO =
  "Depois do prazo, a SEFAZ não recebe mais a manifestação conclusiva, e a falta dela vale como confirmação nos casos que a norma prevê.";
