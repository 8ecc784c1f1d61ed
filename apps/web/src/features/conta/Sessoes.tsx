import { formatDataHora } from "@malote/syntax";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { call } from "../../rpc/call.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { refreshSessoes, type Sessao, sessoesQuery } from "../../rpc/minha-conta.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatHa } from "../../ui/quando.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { nameNavegador } from "./navegador.ts";
import classes from "./Painel.module.css";
import { Painel } from "./Painel.tsx";

const textos = minhaConta.sessoes;

/** The user's sessions, with buttons to end them. */
export function Sessoes(): React.JSX.Element {
  const { data: sessoes = [] } = useQuery(sessoesQuery);
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    try {
      avisar(await work());
      await refreshSessoes();
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
  };
  const end = (id: string): Promise<void> =>
    attempt(async () => {
      await call("Auth.endSessao", { id });
      return textos.encerrada;
    });
  const endOthers = (): Promise<void> =>
    attempt(async () => textos.encerradas((await call("Auth.endOutrasSessoes", {})).object.encerradas));
  return (
    <Painel titulo={textos.titulo}>
      <ul className={classes.lista}>
        {sessoes.map((sessao) => (
          <Linha key={sessao.id} sessao={sessao} onEncerrar={() => void end(sessao.id)} />
        ))}
      </ul>
      {sessoes.length > 1 && (
        <div className={classes.acoes}>
          <Button variant="default" onClick={() => void endOthers()}>
            {textos.outras}
          </Button>
        </div>
      )}
    </Painel>
  );
}

function Linha({ sessao, onEncerrar }: { sessao: Sessao; onEncerrar: () => void }): React.JSX.Element {
  const zona = useZona();
  const agora = useAgora();
  const origem = nameNavegador(sessao.origem) ?? textos.desconhecida;
  return (
    <li>
      <div>
        <p>
          {origem}
          {sessao.atual && ` (${textos.esta})`}
        </p>
        <p>
          {[
            ...(sessao.usadaEm ? [textos.usada(formatHa(sessao.usadaEm, agora, zona))] : []),
            ...(sessao.criadaEm ? [textos.aberta(formatDataHora(sessao.criadaEm, zona))] : []),
          ].join(", ")}
        </p>
      </div>
      {!sessao.atual && (
        <Button variant="subtle" onClick={onEncerrar} aria-label={textos.encerrarDe(origem)}>
          {textos.encerrar}
        </Button>
      )}
    </li>
  );
}
