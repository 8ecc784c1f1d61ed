import { formatChave, formatDataHora, formatDocumento, formatReais } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconArrowRight, IconCopy } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Auditor } from "../../rpc/auditor.ts";
import { auditor } from "../../textos/auditor.ts";
import { copiar } from "../../ui/copiar.ts";
import { formatNumero } from "../../ui/numero.ts";
import { Status } from "../../ui/Status.tsx";
import classes from "./Registro.module.css";
import { situacaoOf } from "./situacao.ts";

const { detalhe: t } = auditor;

/** The facts of a record. */
export function RegistroFatos({ registro, zona }: { registro: Auditor; zona: string }): React.JSX.Element {
  const { fatos } = t;
  return (
    <section className={classes.fatos} aria-label={auditor.tipos[registro.tipo]}>
      <p className={classes.texto}>{registro.text}</p>
      <dl>
        <Fato rotulo={fatos.situacao}>
          <Status situacao={situacaoOf({ ...registro, faltandoXml: false })} />
        </Fato>
        {linhasOf(registro, zona).map(([rotulo, valor]) => (
          <Fato key={rotulo} rotulo={rotulo}>
            {valor}
          </Fato>
        ))}
        <Fato rotulo={fatos.chave}>
          <span className={classes.chave}>
            <span className="mono">{formatChave(registro.chaveAcesso)}</span>
            <button
              type="button"
              className="icone icone-pequeno"
              aria-label={t.copiarChave}
              data-dica={t.copiarChave}
              onClick={() => void copiar(registro.chaveAcesso, t.chaveCopiada)}
            >
              <IconCopy size={16} stroke={1.6} aria-hidden="true" />
            </button>
          </span>
        </Fato>
      </dl>
    </section>
  );
}

function Fato({ rotulo, children }: { rotulo: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <div className={classes.fato}>
      <dt>{rotulo}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The known facts as pairs of label and text. */
function linhasOf(registro: Auditor, zona: string): [string, string][] {
  const { fatos } = t;
  const quando = (instante: Date | null): string | null => instante && formatDataHora(instante, zona);
  const numero =
    registro.numeroNota === null
      ? null
      : `${formatNumero(registro.numeroNota)} / ${registro.serieNota ?? "–"}`;
  const emitente = [
    registro.nomeEmitente,
    registro.cnpjEmitente && formatDocumento(registro.cnpjEmitente),
  ].filter(Boolean);
  const linhas: [string, string | null][] = [
    [fatos.evento, registro.descEvento],
    [fatos.dataEvento, quando(registro.dataEvento)],
    [fatos.emissao, quando(registro.dataEmissao)],
    [fatos.numero, numero],
    [fatos.emitente, emitente.join(" · ") || null],
    [fatos.valor, registro.valorTotal && formatReais(registro.valorTotal)],
    [fatos.protocolo, registro.protocolo],
    [fatos.autor, registro.autor && formatDocumento(registro.autor)],
    [fatos.empresa, registro.empresaNome],
    [fatos.fonte, t.origem[registro.origem]],
    [fatos.nsu, registro.nsu],
    [fatos.digVal, registro.digVal],
    [fatos.criado, quando(registro.criadoEm)],
  ];
  return linhas.filter((linha): linha is [string, string] => Boolean(linha[1]));
}

/** Whether the document has arrived, the e-mail that asks for it, and the related records. */
export function RegistroLigacoes({ registro, zona }: { registro: Auditor; zona: string }): React.JSX.Element {
  return (
    <div className={classes.ligacoes}>
      <Documento registro={registro} />
      {registro.carta && <Carta carta={registro.carta} />}
      {registro.relacionados.length > 0 && (
        <section>
          <h2 className="t-secao">{t.relacionados}</h2>
          <ul className={classes.relacionados}>
            {registro.relacionados.map((outro) => (
              <li key={outro.id}>
                <Link to={`/auditor/${outro.id}`}>
                  <b>{auditor.tipos[outro.tipo]}</b>
                  <span>{outro.descEvento}</span>
                  <span className="num">{outro.dataEvento && formatDataHora(outro.dataEvento, zona)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Documento({ registro }: { registro: Auditor }): React.JSX.Element {
  const { notaId, entradaSaida, faltandoXml } = registro;
  const here = notaId === null ? t.semLigacao : t.ligado;
  return (
    <section className={classes.aviso} data-falta={faltandoXml || undefined}>
      {faltandoXml && <h2 className="t-secao">{notaId === null ? t.faltaTitulo : t.presaTitulo}</h2>}
      <p>{faltandoXml ? (notaId === null ? t.faltaTexto : t.presaTexto) : here}</p>
      {notaId !== null && (
        <Button
          component={Link}
          to={`/nota/${notaId}?type=${entradaSaida ?? "E"}`}
          {...(faltandoXml ? { variant: "default" } : {})}
          rightSection={<IconArrowRight size={16} stroke={1.6} aria-hidden="true" />}
        >
          {t.abrirNota}
        </Button>
      )}
    </section>
  );
}

/** A prepared e-mail that asks for the XML. */
function Carta({ carta }: { carta: NonNullable<Auditor["carta"]> }): React.JSX.Element {
  const { carta: c } = t;
  // RFC 6068: only "@" stays unescaped.
  const para = carta.para === null ? "" : encodeURIComponent(carta.para).replaceAll("%40", "@");
  const href = `mailto:${para}?subject=${encodeURIComponent(carta.assunto)}&body=${encodeURIComponent(carta.texto)}`;
  return (
    <section aria-label={c.titulo}>
      <h2 className="t-secao">{c.titulo}</h2>
      <dl className={classes.carta}>
        <Fato rotulo={c.para}>{carta.para ?? c.semPara}</Fato>
        <Fato rotulo={c.assunto}>{carta.assunto}</Fato>
      </dl>
      <pre className={classes.corpo}>{carta.texto}</pre>
      <div className={classes.acoes}>
        <Button component="a" href={href}>
          {c.enviar}
        </Button>
        <Button variant="default" onClick={() => void copiar(carta.texto, c.copiado)}>
          {c.copiar}
        </Button>
      </div>
    </section>
  );
}
