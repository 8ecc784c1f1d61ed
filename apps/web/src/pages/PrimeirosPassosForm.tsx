import { useQuery } from "@tanstack/react-query";
import { CaixaForm } from "../features/caixa/CaixaForm.tsx";
import { chipOf } from "../features/email/chips.ts";
import { CertForm } from "../features/empresa/certificado/CertForm.tsx";
import { CertLado } from "../features/empresa/certificado/CertLado.tsx";
import { EmpresaForm } from "../features/empresa/EmpresaForm.tsx";
import { EmpresaDepois } from "../features/empresa/EmpresaLado.tsx";
import { Chegada } from "../features/primeiros-passos/Chegada.tsx";
import type { Passo, Situacao } from "../features/primeiros-passos/passos.ts";
import { useZona } from "../rpc/atual.ts";
import { caixaQuery } from "../rpc/detalhe.ts";
import { empresaQuery } from "../rpc/empresas.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { primeirosPassos as textos } from "../textos/primeiros-passos.ts";
import { BotaoLink } from "../ui/Botao.tsx";
import { Falha } from "../ui/Falha.tsx";
import classes from "./PrimeirosPassosPage.module.css";

type PassoProps = {
  situacao: Situacao;
  onFeito: () => void;
  onCancelar: () => void;
};

/** The form of a step; the same form as on its own page. */
export function PassoForm({
  passo,
  ...props
}: PassoProps & { passo: Exclude<Passo, "emails"> }): React.JSX.Element {
  const { empresa, caixa } = props.situacao;
  if (passo === "empresa") return <PassoEmpresa {...props} id={empresa?.id ?? null} />;
  if (passo === "caixa") return <PassoCaixa {...props} id={caixa?.id ?? null} />;
  return <PassoCertificado {...props} />;
}

function PassoEmpresa(props: PassoProps & { id: string | null }): React.JSX.Element {
  const { onFeito, onCancelar } = props;
  // The empresa that existed when the step opened: its first save ends the step.
  const query = useQuery({ ...empresaQuery(props.id ?? ""), enabled: props.id !== null });
  if (props.id !== null && !query.data) {
    return <Esperando error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <EmpresaForm
      guardada={query.data ?? null}
      gerente
      onSalva={onFeito}
      onCancelar={onCancelar}
      lado={<EmpresaDepois />}
    />
  );
}

function PassoCertificado({ situacao, ...props }: PassoProps): React.JSX.Element | null {
  const zona = useZona();
  const { empresa } = situacao;
  if (!empresa) return null;
  return (
    <div className={classes.duas}>
      <CertForm empresa={empresa} gerente onEnviado={props.onFeito} onCancelar={props.onCancelar} />
      <CertLado empresa={empresa} recebido={null} zona={zona} />
    </div>
  );
}

function PassoCaixa(props: PassoProps & { id: string | null }): React.JSX.Element {
  const zona = useZona();
  const query = useQuery({ ...caixaQuery(props.id ?? ""), enabled: props.id !== null });
  if (props.id !== null && !query.data) {
    return <Esperando error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <CaixaForm
      guardada={query.data ?? null}
      gerente
      zona={zona}
      testar={false}
      onTestar={() => undefined}
      onSalva={props.onFeito}
      onCancelar={props.onCancelar}
      saude={null}
      fim={null}
    />
  );
}

/** The last step: the arriving e-mails, or a hint to connect a mailbox first. */
export function PassoChegada({ situacao }: { situacao: Situacao }): React.JSX.Element {
  if (situacao.caixa) {
    return (
      <div className={classes.rolavel}>
        <Chegada caixa={situacao.caixa} chipOf={chipOf} />
      </div>
    );
  }
  return (
    <header className={classes.topo}>
      <div>
        <h1 className={classes.titulo}>{textos.chegada.semCaixa}</h1>
        <p>{textos.chegada.semCaixaTexto}</p>
        <div className={classes.acao}>
          <BotaoLink to="?passo=caixa" variante="cheia">
            {textos.chegada.conectar}
          </BotaoLink>
        </div>
      </div>
    </header>
  );
}

function Esperando({ error, onRetry }: { error: unknown; onRetry: () => void }): React.JSX.Element | null {
  return error ? <Falha falha={explainFalha(error)} onRetry={onRetry} /> : null;
}
