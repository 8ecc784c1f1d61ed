import { Button } from "@mantine/core";
import { IconMenuDeep } from "@tabler/icons-react";
import { Link, NavLink } from "react-router-dom";
import { general } from "../../texts/app/general.ts";
import { siteLinkTexts as texts } from "../../texts/site/site.ts";
import { LanguageLinks } from "./LanguageLinks.tsx";
import { Logo } from "./Logo.tsx";
import classes from "./PublicFrame.module.css";
import { useHasSession } from "./visitor-session.ts";

const SITE = [
  ["/beneficios", texts.beneficios],
  ["/faq", texts.faq],
  ["/quem_utiliza", texts.quemUtiliza],
  ["/download", texts.download],
  ["/contato", texts.contato],
] as const;

/** Only in the footers. */
const LEGAL = [
  ["/privacidade", texts.privacidade],
  ["/termos", texts.termos],
] as const;

/** Header and footer of every public page. */
export function PublicFrame(props: {
  children: React.ReactNode;
  /** Footer text of a task page; without it, the footer of the site. */
  footer?: string;
}): React.JSX.Element {
  const { children, footer } = props;
  return (
    <div className={classes.frame}>
      <a href="#conteudo" className={`link ${classes.skip}`}>
        {general.irParaConteudo}
      </a>
      <SiteHeader />
      <main id="conteudo" tabIndex={-1} className={classes.wide}>
        {children}
      </main>
      {footer === undefined ? <SiteFooter /> : <TaskFooter>{footer}</TaskFooter>}
    </div>
  );
}

function SiteHeader(): React.JSX.Element {
  const signedIn = useHasSession();
  return (
    <header className={`${classes.header} ${classes.wide}`}>
      <Link to="/home" className={classes.home} aria-label={texts.inicio}>
        <Logo size={24} />
      </Link>
      <nav className={classes.links} aria-label={texts.navegacao}>
        <SiteLinks />
      </nav>
      <div className={classes.links}>
        <AccountLinks signedIn={signedIn} />
      </div>
      <details className={classes.menu}>
        <summary className="icone" aria-label={texts.menu}>
          <IconMenuDeep size={22} stroke={1.6} aria-hidden="true" />
        </summary>
        <nav className="menu" aria-label={texts.navegacao}>
          <SiteLinks />
          <AccountLinks signedIn={signedIn} />
        </nav>
      </details>
    </header>
  );
}

function AccountLinks({ signedIn }: { signedIn: boolean }): React.JSX.Element {
  if (signedIn)
    return (
      <Button component={Link} variant="default" to="/painel">
        {texts.abrir}
      </Button>
    );
  return (
    <>
      <Link to="/login" className="link">
        {texts.entrar}
      </Link>
      <Button component={Link} variant="default" to="/criar_conta">
        {texts.criarConta}
      </Button>
    </>
  );
}

function SiteLinks(): React.JSX.Element {
  return (
    <>
      {SITE.map(([to, name]) => (
        <NavLink key={to} to={to} className={classes.quiet}>
          {name}
        </NavLink>
      ))}
    </>
  );
}

function TaskFooter({ children }: { children: string }): React.JSX.Element {
  return (
    <footer className={`${classes.footer} ${classes.task} ${classes.wide}`}>
      <p>
        <b>{general.nome}</b> {children}
      </p>
      <Link to="/faq" className={classes.quiet}>
        {texts.faq}
      </Link>
      <Link to="/contato" className={classes.quiet}>
        {texts.contato}
      </Link>
      {LEGAL.map(([to, name]) => (
        <Link key={to} to={to} className={classes.quiet}>
          {name}
        </Link>
      ))}
      <LanguageLinks />
    </footer>
  );
}

function SiteFooter(): React.JSX.Element {
  return (
    <footer className={classes.site}>
      <div className={`${classes.footer} ${classes.wide}`}>
        <Logo size={24} />
        <p>{texts.rodape}</p>
        <nav aria-label={texts.rodapeNavegacao}>
          {[...SITE, ...LEGAL].map(([to, name]) => (
            <Link key={to} to={to} className="link">
              {name}
            </Link>
          ))}
        </nav>
        <LanguageLinks />
      </div>
    </footer>
  );
}
