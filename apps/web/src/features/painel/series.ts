import { formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import type { Dados } from "../../charts/opcoes.ts";
import type { Estatistica } from "../../rpc/painel.ts";
import { painel as textos } from "../../textos/painel.ts";
import { scaleOf } from "./escala.ts";
import { longOf, shortOf } from "./rotulos.ts";

const { graficos: t } = textos;

/** Both charts of a range, on one scale.   @param caixas how many mailboxes are watched */
export function chartsOf(
  { chatEmails, chatNotas, dateGroup }: Estatistica,
  { ate, caixas }: { ate: string; caixas: number },
): { emails: Dados; notas: Dados } {
  const quantidades = [...chatEmails, ...chatNotas].map(({ quantidade }) => quantidade);
  const escala = scaleOf(Math.max(0, ...quantidades));
  const labels = (pontos: readonly { periodo: string }[]): Pick<Dados, "rotulos" | "extensos"> => ({
    rotulos: pontos.map(({ periodo }) => shortOf(periodo, dateGroup, pontos.length)),
    extensos: pontos.map(({ periodo }) => longOf(periodo, dateGroup, ate)),
  });
  return {
    emails: {
      ...escala,
      ...labels(chatEmails),
      titulo: t.emails,
      subtitulo: t.emailsDe(caixas),
      series: [{ nome: t.emailsSerie, cor: 1, valores: chatEmails.map(({ quantidade }) => quantidade) }],
    },
    notas: {
      ...escala,
      ...labels(chatNotas),
      titulo: t.notas,
      subtitulo: t.notasDe,
      series: TIPOS_NOTA.map((tipo, at) => ({
        nome: formatTipoNota(tipo),
        cor: at + 1,
        valores: chatNotas.map((ponto) => ponto[tipo]),
      })),
    },
  };
}
