import { formatDocumento, formatInteiro } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { Empresa } from "../../rpc/empresas.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { EmpresaMenu } from "./EmpresaMenu.tsx";
import classes from "./Empresas.module.css";
import { Auditor, Certificado, type EmpresasProps, Manifestacao } from "./EmpresasTabela.tsx";

/** The companies as cards, for a phone. */
export function EmpresasCartoes(props: EmpresasProps): React.JSX.Element {
  return (
    <ul aria-label={textos.lista}>
      {props.empresas.map((empresa) => (
        <Cartao key={empresa.id} {...props} empresa={empresa} />
      ))}
    </ul>
  );
}

function Cartao(props: EmpresasProps & { empresa: Empresa }): React.JSX.Element {
  const { empresa, acoes } = props;
  const { colunas } = textos;
  return (
    <li className={classes.cartao} data-linha={empresa.id}>
      <div className={classes.cartaoTopo}>
        <Link
          to={`/empresa/${empresa.id}`}
          className={classes.cartaoNome}
          data-abrir
          aria-label={textos.abrir(empresa.nome)}
        >
          {empresa.nome}
        </Link>
        {acoes && (
          <span className={classes.cartaoMenu}>
            <EmpresaMenu empresa={empresa} acoes={acoes} />
          </span>
        )}
      </div>
      <p className={classes.cartaoDocumento}>
        {formatDocumento(empresa.cnpj)} · {empresa.uf ?? textos.semUf} ·{" "}
        <span className="num">{textos.documentos(formatInteiro(empresa.documentos))}</span>
        {empresa.prova === null && <> · {textos.prova.falta}</>}
      </p>
      <div className={classes.cartaoCertificado}>
        <Certificado {...props} />
      </div>
      <dl className={classes.cartaoFlags}>
        <div>
          <dt>{colunas.manifestacao}</dt>
          <dd>
            <Manifestacao empresa={empresa} />
          </dd>
        </div>
        <div>
          <dt>{colunas.auditor}</dt>
          <dd>
            <Auditor {...props} />
          </dd>
        </div>
      </dl>
    </li>
  );
}
