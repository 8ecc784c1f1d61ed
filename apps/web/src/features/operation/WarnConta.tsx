import { warnConta } from "../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { warnContaTexts as texts } from "../../texts/operator/pages.ts";
import { formatNearDay } from "../../ui/format/duration.ts";
import { useNow } from "../../ui/state/use-now.ts";
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
  const timeZone = useTimeZone();
  const now = useNow();
  const [busy, act] = useAct();
  if (!what.avisar) {
    if (what.avisadaEm === null) return null;
    return <span className="t-rotulo">{texts.avisada(formatNearDay(what.avisadaEm, now, timeZone))}</span>;
  }
  const warn = async (): Promise<string> => {
    await warnConta(sobre, what);
    return texts.feito;
  };
  return (
    <button
      type="button"
      className="link"
      aria-label={texts.acaoDe(name)}
      disabled={busy}
      onClick={() => act(warn)}
    >
      {texts.acao}
    </button>
  );
}
