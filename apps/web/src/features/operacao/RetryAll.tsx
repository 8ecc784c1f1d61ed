import { formatInteiro } from "@malote/syntax";
import { IconRefresh } from "@tabler/icons-react";
import { type FalhaFilter, retryAllFalhas } from "../../rpc/operador.ts";
import { operacao } from "../../textos/operacao.ts";
import { Botao } from "../../ui/Botao.tsx";
import { useAct } from "./use-act.ts";

const { falhas: textos } = operacao;

/**
 * Button that retries all failures of a filter that may be retried now. `total`: how many; hidden
 * at 0.
 */
export function RetryAll(props: { total: number; filter: FalhaFilter }): React.JSX.Element | null {
  const { total, filter } = props;
  const [busy, act] = useAct();
  if (total === 0) return null;
  return (
    <Botao
      icone={<IconRefresh size={15} stroke={1.6} aria-hidden="true" />}
      disabled={busy}
      onClick={() => act(async () => textos.feito(await retryAllFalhas(filter)))}
    >
      {textos.tentarAs(formatInteiro(total))}
    </Botao>
  );
}
