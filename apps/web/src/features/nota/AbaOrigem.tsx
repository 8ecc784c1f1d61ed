import { DESTINO_ROTULO } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import { IconDownload, IconMail } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { anexoHref } from "../../rpc/arquivos.ts";
import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Status } from "../../ui/Status.tsx";
import { situacaoVeredito } from "../../ui/situacao.ts";
import classes from "./Abas.module.css";

/** The e-mails that delivered the document, each with what came of its copy. */
export function AbaOrigem({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const { origem: t } = textos;
  if (nota.origens.length === 0) {
    return (
      <EmptyState icone={IconMail} titulo={t.vazio}>
        {t.vazioTexto}
      </EmptyState>
    );
  }
  return (
    <ul className={classes.eventos}>
      {nota.origens.map((origem) => {
        const nome = origem.nome ?? t.semNome;
        return (
          <li key={origem.anexoId}>
            <div>
              <Link to={`/email/${origem.emailId}`} className="link">
                {origem.assunto}
              </Link>
              <span>
                {origem.remetente}
                {origem.recebidaEm && ` · ${t.recebido(formatDataHora(origem.recebidaEm, zona))}`}
              </span>
              <span>
                {t.arquivo} {nome} · {DESTINO_ROTULO[origem.destino]}
              </span>
            </div>
            {origem.veredito && <Status situacao={situacaoVeredito(origem.veredito)} />}
            <a
              href={anexoHref(origem.anexoId)}
              className="icone"
              aria-label={t.baixar(nome)}
              data-dica={t.baixar(nome)}
            >
              <IconDownload size={16} stroke={1.6} aria-hidden="true" />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
