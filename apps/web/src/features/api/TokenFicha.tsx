import { formatDataHora } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { ApiToken } from "../../rpc/api-token.ts";
import { geral } from "../../textos/geral.ts";
import { apiToken as textos } from "../../textos/usuarios.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { copiar } from "../../ui/copiar.ts";
import classes from "./Api.module.css";

/** What is known of the token, the whole of it while it is new, and a call that uses it. */
export function TokenFicha(props: { token: ApiToken; novo: string | null; zona: string }): React.JSX.Element {
  const { token, novo, zona } = props;
  const { linhas } = textos;
  const quando = (instante: Date | null, nunca: string): string =>
    instante ? formatDataHora(instante, zona) : nunca;
  return (
    <>
      {novo !== null && (
        <div className={classes.novo}>
          <Alerta tom="feito">{textos.novo}</Alerta>
          <div className={classes.chave}>
            <code className="mono">{novo}</code>
            <Button
              variant="default"
              leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => void copiar(novo, geral.copiado)}
            >
              {textos.copiar}
            </Button>
          </div>
        </div>
      )}
      <dl className={classes.linhas}>
        <div>
          <dt>{linhas.token}</dt>
          <dd className="mono">{token.mascara}</dd>
        </div>
        <div>
          <dt>{linhas.criado}</dt>
          <dd>{quando(token.criadoEm, geral.nenhumValor)}</dd>
        </div>
        <div>
          <dt>{linhas.por}</dt>
          <dd>{token.criadoPor}</dd>
        </div>
        <div>
          <dt>{linhas.uso}</dt>
          <dd>{quando(token.ultimoUso, textos.nunca)}</dd>
        </div>
      </dl>
      <h3 className="t-secao">{textos.exemplo}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.exemplo} tabIndex={0}>
        <code>{exampleOf(window.location.origin)}</code>
      </pre>
    </>
  );
}

function exampleOf(origin: string): string {
  const body = { id: 1, method: "Nota.getNotasEntradaEmAberto", params: {} };
  return [
    `curl ${origin}/Services/ \\`,
    `  -H 'Authorization: Bearer TOKEN' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
}
