import { formatData, formatDocumento, formatReais } from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { conteudo as textos } from "../../textos/conteudo.ts";
import classes from "./Conteudo.module.css";
import { type Comercio, DEVOLUCAO, finalidadeOf, freteOf, meioOf, totaisOf } from "./conteudo.ts";
import { formatLugar } from "./envolvidos.ts";
import { Ficha, Grade } from "./Ficha.tsx";
import { Referencias } from "./Referencias.tsx";

/** Totals, billing, payments, freight and references of an NF-e. */
export function AbaValores(props: { nota: Nota; comercio: Comercio }): React.JSX.Element {
  const { nota, comercio } = props;
  const { fatura, duplicatas, pagamentos, referencias } = comercio;
  const finalidade = finalidadeOf(nota.finalidade, comercio);
  return (
    <>
      {totaisOf(comercio, nota.valorTotal).map(({ titulo, linhas }) => (
        <Ficha key={titulo} titulo={titulo}>
          <Grade linhas={linhas} />
        </Ficha>
      ))}
      {(fatura !== null || duplicatas.length > 0) && <Cobranca comercio={comercio} />}
      {pagamentos.length > 0 && <Pagamentos pagamentos={pagamentos} />}
      <Frete nota={nota} modFrete={comercio.modFrete} />
      {finalidade !== null && (
        <Ficha titulo={textos.finalidade.titulo}>
          <Grade linhas={[finalidade]} />
        </Ficha>
      )}
      {referencias.length > 0 && (
        <Ficha titulo={nota.finalidade === DEVOLUCAO ? textos.devolucaoDe : textos.referencias}>
          <Referencias documentos={referencias} />
        </Ficha>
      )}
    </>
  );
}

function Cobranca({ comercio }: { comercio: Comercio }): React.JSX.Element {
  const { fatura, duplicatas } = comercio;
  const { cobranca: t } = textos;
  const linhas = [
    ...(fatura?.numero ? [{ rotulo: t.fatura, valor: fatura.numero }] : []),
    ...(fatura?.valorLiquido ? [{ rotulo: t.liquido, valor: formatReais(fatura.valorLiquido) }] : []),
  ];
  return (
    <Ficha titulo={t.titulo}>
      {linhas.length > 0 && <Grade linhas={linhas} />}
      {duplicatas.length > 0 && (
        <table className={classes.tabela} aria-label={t.duplicatas}>
          <thead>
            <tr>
              <th scope="col">{t.duplicata}</th>
              <th scope="col">{t.vencimento}</th>
              <th scope="col">{t.valor}</th>
            </tr>
          </thead>
          <tbody>
            {duplicatas.map(({ numero, vencimento, valor }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an instalment may have no number
              <tr key={index}>
                <td>{numero ?? "–"}</td>
                <td className="num">{vencimento ? formatData(vencimento) : "–"}</td>
                <td className="num">{valor ? formatReais(valor) : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Ficha>
  );
}

function Pagamentos({ pagamentos }: { pagamentos: Comercio["pagamentos"] }): React.JSX.Element {
  const { pagamento: t } = textos;
  return (
    <Ficha titulo={t.titulo}>
      <ul className={classes.lista}>
        {pagamentos.map((pagamento, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payments may look the same
          <li key={index}>
            <p>
              {meioOf(pagamento)}{" "}
              {pagamento.prazo && t.prazos[pagamento.prazo] && <span>{t.prazos[pagamento.prazo]}</span>}
            </p>
            <b className="num">{pagamento.valor ? formatReais(pagamento.valor) : "–"}</b>
          </li>
        ))}
      </ul>
    </Ficha>
  );
}

function Frete({ nota, modFrete }: { nota: Nota; modFrete: string | null }): React.JSX.Element | null {
  const { transportador } = nota;
  const { frete: t } = textos;
  if (modFrete === null && transportador === null) return null;
  const second = transportador && [
    transportador.documento ? formatDocumento(transportador.documento) : null,
    formatLugar(transportador),
  ];
  return (
    <Ficha titulo={t.titulo}>
      <dl className={classes.grade}>
        {modFrete !== null && (
          <div>
            <dt className="t-rotulo">{t.modalidade}</dt>
            <dd>{freteOf(modFrete)}</dd>
          </div>
        )}
        {transportador && (
          <div>
            <dt className="t-rotulo">{t.transportador}</dt>
            <dd>
              {transportador.nome || "–"}
              <span>{second?.filter(Boolean).join(" · ")}</span>
            </dd>
          </div>
        )}
      </dl>
    </Ficha>
  );
}
