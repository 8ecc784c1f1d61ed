import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../../rpc/atual.ts";
import { operatorStateQuery } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";
import { useAgora } from "../../../ui/agora.ts";
import { Botao } from "../../../ui/Botao.tsx";
import { formatQuando } from "../../../ui/quando.ts";
import { useAct } from "../use-act.ts";
import classes from "./PauseBanner.module.css";
import { resumeCollection } from "./pause.ts";

const { pausa: textos } = operacao;

/**
 * Banner while the collection of all mailboxes is paused: since when, by whom, why, and a resume
 * button.
 */
export function PauseBanner(): React.JSX.Element | null {
  const zona = useZona();
  const agora = useAgora();
  const { data } = useQuery(operatorStateQuery);
  const [busy, act] = useAct();
  if (!data?.pausa.pausada) return null;
  const { pausadaDesde, quem, motivo } = data.pausa;
  const since = pausadaDesde && textos.desde(formatQuando(pausadaDesde, agora, zona), quem ?? "");
  return (
    <section className={classes.banner} aria-label={textos.pausada}>
      <IconPlayerPause size={18} stroke={1.6} aria-hidden="true" />
      <p>
        <b>{textos.pausada}</b> {since}
        {motivo && <span className={classes.reason}>{motivo}</span>}
      </p>
      <Botao
        icone={<IconPlayerPlay size={16} stroke={1.6} aria-hidden="true" />}
        disabled={busy}
        onClick={() => act(resumeCollection)}
      >
        {textos.retomar}
      </Botao>
    </section>
  );
}
