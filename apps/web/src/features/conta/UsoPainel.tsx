import { formatInteiro, formatTamanho } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { type Conta, usosQuery } from "../../rpc/minha-conta.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import classes from "./Painel.module.css";
import { Painel } from "./Painel.tsx";

const textos = minhaConta.uso;
const AVISO = 80;
const CHEIO = 100;
const MES = new Intl.DateTimeFormat("pt-BR", { month: "long", year: "numeric", timeZone: "UTC" });

/** The plan, its usage, and the usage of previous months. */
export function UsoPainel({ conta }: { conta: Conta }): React.JSX.Element {
  const { data = [] } = useQuery(usosQuery);
  // Omits the months before the first use.
  const first = data.findLastIndex((uso) => uso.documentos > 0 || uso.emails > 0);
  const usos = data.slice(0, first + 1);
  const { documentos, limite, percentual } = conta.uso;
  const aviso = percentual >= CHEIO ? textos.acima : percentual >= AVISO ? textos.aviso : null;
  return (
    <Painel titulo={textos.titulo} texto={textos.plano(formatInteiro(limite))}>
      <div className={classes.form}>
        <div className={classes.medidor} data-tom={aviso ? "aviso" : undefined} aria-hidden="true">
          <span style={{ width: `${Math.min(CHEIO, percentual)}%` }} />
        </div>
        <p>{textos.deste(formatInteiro(documentos), formatInteiro(limite))}</p>
        {aviso && <p className={classes.aviso}>{aviso}</p>}
      </div>
      {usos.length > 0 && (
        <table className={classes.meses}>
          <caption className="vh">{textos.meses}</caption>
          <thead>
            <tr>
              <th scope="col">{textos.colunas.mes}</th>
              <th scope="col">{textos.colunas.documentos}</th>
              <th scope="col">{textos.colunas.emails}</th>
              <th scope="col">{textos.colunas.bytes}</th>
            </tr>
          </thead>
          <tbody>
            {usos.map((uso) => (
              <tr key={uso.mes}>
                <td>{MES.format(new Date(`${uso.mes}-01T00:00:00Z`))}</td>
                <td className="num">{formatInteiro(uso.documentos)}</td>
                <td className="num">{formatInteiro(uso.emails)}</td>
                <td className="num">{formatTamanho(uso.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Painel>
  );
}
