import { audienceTexts, siteLinkTexts } from "../../texts/site/site.ts";
import classes from "./Customers.module.css";
import { type Customer, isPrerendering, placeholderOf, readCustomers } from "./read-customers.ts";
import page from "./site.module.css";

/** Number of names in the line. */
export const LINE_MAX = 6;

type Props = { customers?: readonly Customer[] };

/** The names of a few customers in one line; nothing when the operator configured none. */
export function CustomerLine({ customers = readCustomers() }: Props): React.ReactNode {
  if (customers.length === 0) return isPrerendering() ? placeholderOf("faixa") : null;
  return (
    <section className={classes.line} aria-label={siteLinkTexts.quemUtiliza}>
      <p>{siteLinkTexts.quemUtiliza}</p>
      <ul>
        {customers.slice(0, LINE_MAX).map(({ nome }) => (
          <li key={nome} className="t-painel">
            {nome}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All customers that the operator configured, with segment and site where given. */
export function CustomerList({ customers = readCustomers() }: Props): React.ReactNode {
  if (customers.length === 0) return isPrerendering() ? placeholderOf("lista") : null;
  return (
    <section className={`${page.split} ${page.rows}`} aria-labelledby="clientes">
      <div>
        <h2 id="clientes" className="t-display">
          {audienceTexts.clientes}
        </h2>
        <p className="t-dimmed">{audienceTexts.clientesTexto}</p>
      </div>
      <ul className={classes.list}>
        {customers.map(({ nome, segmento, site }) => (
          <li key={nome}>
            <b className="t-secao">
              {site ? (
                <a href={site} className="link">
                  {nome}
                </a>
              ) : (
                nome
              )}
            </b>
            {segmento && <p className="t-dimmed">{segmento}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
