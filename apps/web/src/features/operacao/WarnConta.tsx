import { useZona } from "../../rpc/atual.ts";
import { warnConta } from "../../rpc/operador.ts";
import { avisarConta as textos } from "../../textos/operacao-paginas.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatDiaPerto } from "../../ui/duracao.ts";
import { useAct } from "./use-act.ts";

/**
 * Button that warns the conta by e-mail about a mailbox or certificate; afterwards the date of that
 * e-mail.
 */
export function WarnConta(props: {
  sobre: "caixa" | "certificado";
  what: { contaId: string; id: string; avisar: boolean; avisadaEm: Date | null };
  name: string;
}): React.JSX.Element | null {
  const { sobre, what, name } = props;
  const zona = useZona();
  const agora = useAgora();
  const [busy, act] = useAct();
  if (!what.avisar) {
    if (what.avisadaEm === null) return null;
    return <span className="t-rotulo">{textos.avisada(formatDiaPerto(what.avisadaEm, agora, zona))}</span>;
  }
  const warn = async (): Promise<string> => {
    await warnConta(sobre, what);
    return textos.feito;
  };
  return (
    <button
      type="button"
      className="link"
      aria-label={textos.acaoDe(name)}
      disabled={busy}
      onClick={() => act(warn)}
    >
      {textos.acao}
    </button>
  );
}
