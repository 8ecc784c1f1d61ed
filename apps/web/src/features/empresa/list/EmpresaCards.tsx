import { formatDocumento, formatInteger } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import classes from "./EmpresaList.module.css";
import { EmpresaMenu } from "./EmpresaMenu.tsx";
import { AuditorCell, CertificadoCell, type EmpresaListProps, ManifestacaoCell } from "./EmpresaTable.tsx";

/** The companies as cards, for a phone. */
export function EmpresaCards(props: EmpresaListProps): React.JSX.Element {
  return (
    <ul aria-label={texts.lista}>
      {props.empresas.map((empresa) => (
        <EmpresaCard key={empresa.id} {...props} empresa={empresa} />
      ))}
    </ul>
  );
}

function EmpresaCard(props: EmpresaListProps & { empresa: Empresa }): React.JSX.Element {
  const { empresa, actions } = props;
  const { colunas } = texts;
  return (
    <li className={classes.cartao} data-linha={empresa.id}>
      <div className={classes.cartaoTopo}>
        <Link
          to={`/empresa/${empresa.id}`}
          className={classes.cartaoNome}
          data-abrir
          aria-label={texts.abrir(empresa.nome)}
        >
          {empresa.nome}
        </Link>
        {actions && (
          <span className={classes.cartaoMenu}>
            <EmpresaMenu empresa={empresa} actions={actions} />
          </span>
        )}
      </div>
      <p className={classes.cartaoDocumento}>
        {formatDocumento(empresa.cnpj)} · {empresa.uf ?? texts.semUf} ·{" "}
        <span className="num">{texts.documentos(formatInteger(empresa.documentos))}</span>
        {empresa.prova === null && <> · {texts.prova.falta}</>}
      </p>
      <div className={classes.cartaoCertificado}>
        <CertificadoCell {...props} />
      </div>
      <dl className={classes.cartaoFlags}>
        <div>
          <dt>{colunas.manifestacao}</dt>
          <dd>
            <ManifestacaoCell empresa={empresa} />
          </dd>
        </div>
        <div>
          <dt>{colunas.auditor}</dt>
          <dd>
            <AuditorCell {...props} />
          </dd>
        </div>
      </dl>
    </li>
  );
}
