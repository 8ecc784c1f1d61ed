import { formatChave, formatDataHora, formatDocumento, formatReais } from "@malote/syntax";
import { IconCopy } from "@tabler/icons-react";
import type { Nota } from "../../rpc/queries.ts";
import { envolvidos, nota as textos } from "../../textos/nota.ts";
import { copiar } from "../../ui/copiar.ts";
import tags from "../../ui/tags.module.css";
import { type Envolvido, envolvidosOf } from "./envolvidos.ts";
import classes from "./Fatos.module.css";

/** Value, parties, date and chave of a document. */
export function Fatos({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const { fatos } = textos;
  return (
    <section className={classes.fatos}>
      <p className={classes.valor}>
        <span>{fatos.valores[nota.tipoNota]}</span>
        <b className="num">{formatReais(nota.valorTotal)}</b>
      </p>
      <dl>
        {envolvidosOf(nota).map((envolvido) => (
          <Parte key={envolvido.papel} envolvido={envolvido} />
        ))}
        <div className={classes.fato}>
          <dt>{fatos.emissao}</dt>
          <dd className="num">{nota.dataEmissao ? formatDataHora(nota.dataEmissao, zona) : "–"}</dd>
        </div>
        {nota.naturezaOperacao && (
          <div className={classes.fato}>
            <dt>{fatos.natureza}</dt>
            <dd>{nota.naturezaOperacao}</dd>
          </div>
        )}
        <div className={classes.fato}>
          <dt>{fatos.chave}</dt>
          <dd className={classes.chave}>
            <span className="mono">{formatChave(nota.chaveAcesso)}</span>
            <button
              type="button"
              className="icone icone-pequeno"
              aria-label={fatos.copiarChave}
              data-dica={fatos.copiarChave}
              onClick={() => void copiar(nota.chaveAcesso, fatos.chaveCopiada)}
            >
              <IconCopy size={16} stroke={1.6} aria-hidden="true" />
            </button>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Parte({ envolvido }: { envolvido: Envolvido }): React.JSX.Element {
  const { papel, nome, documento, lugar, tomador, terceiros } = envolvido;
  const second = [
    documento ? formatDocumento(documento) : null,
    lugar,
    terceiros ? textos.fatos.terceiros : null,
  ];
  return (
    <div className={classes.fato}>
      <dt>{papel}</dt>
      <dd>
        <b>{nome}</b>
        <span>{second.filter(Boolean).join(" · ")}</span>
        {tomador && <span className={tags.tipo}>{envolvidos.tomador}</span>}
      </dd>
    </div>
  );
}

/** Header of a document on a phone: party, value and date. */
export function FatosTopo({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const received = nota.entradaSaida === "E";
  const nome = received ? nota.nomeEmitente : (nota.nomeDestinatario ?? "–");
  const documento = received ? nota.cnpjEmitente : nota.cnpjDestinatario;
  const uf = received ? nota.ufEmitente : nota.ufDestinatario;
  const parts = [
    nota.dataEmissao ? formatDataHora(nota.dataEmissao, zona) : null,
    documento ? formatDocumento(documento) : null,
    uf,
  ];
  return (
    <section className={classes.topo}>
      <p className={classes.topoNome}>{nome}</p>
      <p className={`num ${classes.topoValor}`}>{formatReais(nota.valorTotal)}</p>
      <p className={classes.topoFim}>{parts.filter(Boolean).join(" · ")}</p>
    </section>
  );
}
