import { DESTINO_ROTULO } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import { IconDownload, IconMail } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { anexoHref } from "../../rpc/arquivos.ts";
import type { Nota } from "../../rpc/queries.ts";
import { abas as textos } from "../../textos/nota-abas.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Status } from "../../ui/Status.tsx";
import { REPARADA, type Situacao, situacaoSelo, situacaoVeredito } from "../../ui/situacao.ts";
import classes from "./Abas.module.css";

/** The e-mails and imports that delivered the document, each with the outcome of its copy. */
export function AbaOrigem({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const { origem: t } = textos;
  if (nota.origens.length === 0) {
    return (
      <EmptyState icone={IconMail} titulo={t.vazio}>
        {t.vazioTexto}
      </EmptyState>
    );
  }
  const repaired = repairedOf(nota);
  return (
    <ul className={classes.eventos}>
      {nota.origens.map((origem) => {
        const nome = origem.nome ?? t.semNome;
        return (
          <li key={origem.anexoId}>
            <div>
              <Link to={origem.importado ? "/importacao" : `/email/${origem.emailId}`} className="link">
                {origem.importado ? t.importacao(origem.assunto) : origem.assunto}
              </Link>
              <span>
                {origem.remetente && `${origem.remetente} · `}
                {origem.recebidaEm && t.recebido(formatDataHora(origem.recebidaEm, zona))}
              </span>
              <span>
                {t.arquivo} {nome} · {DESTINO_ROTULO[origem.destino]}
              </span>
            </div>
            {origem === repaired && <Status situacao={REPARADA} />}
            {origem.veredito && <Status situacao={seloOf(origem.veredito, nota)} />}
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

type Origem = Nota["origens"][number];

/**
 * The copy that was repaired: the only one with destino `nota`. Null without a repair, or with
 * several such copies.
 */
function repairedOf({ reparo, origens }: Nota): Origem | null {
  const became = origens.filter(({ destino }) => destino === "nota");
  return reparo !== null && became.length === 1 ? (became[0] ?? null) : null;
}

/** Badge of a copy. A copy with the verdict of the document gets the badge of the document. */
function seloOf(veredito: Nota["veredito"], nota: Nota): Situacao {
  return veredito === nota.veredito ? situacaoSelo(nota) : situacaoVeredito(veredito);
}
