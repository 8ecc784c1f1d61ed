import { IconDatabaseImport, IconInbox, IconShieldCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { CustomerLine } from "../../features/site/Customers.tsx";
import { Plans } from "../../features/site/Plans.tsx";
import { Questions } from "../../features/site/Questions.tsx";
import { ScreenshotPicture } from "../../features/site/ScreenshotPicture.tsx";
import { listScreenshot, phoneListScreenshot } from "../../features/site/screenshots.ts";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { FAQ_ENTRIES_ON_HOME, faqEntries } from "../../texts/site/faq.ts";
import { siteLinkTexts, homeTexts as texts } from "../../texts/site/site.ts";
import { PublicFrame } from "../../ui/layout/PublicFrame.tsx";
import { useHasSession } from "../../ui/layout/visitor-session.ts";
import classes from "./HomePage.module.css";

const ICONS = [IconInbox, IconShieldCheck, IconDatabaseImport];

/** The public home page: one-sentence description, screenshot of the product, sign-up and sign-in. */
export function HomePage(): React.JSX.Element {
  usePageTitle("/home");
  return (
    <PublicFrame>
      <div className={classes.chamada}>
        <h1>{texts.titulo}</h1>
        <div className={classes.base}>
          <p>{texts.texto}</p>
          <SignUpLinks />
        </div>
      </div>
      <ScreenshotPicture
        screenshot={listScreenshot}
        phoneScreenshot={phoneListScreenshot}
        alt={texts.tela}
        isFirst
      />
      <CustomerLine />
      <HowItWorks />
      <div className={classes.secao}>
        <Plans />
      </div>
      <section className={classes.perguntas} aria-labelledby="perguntas">
        <div>
          <h2 id="perguntas">{texts.perguntas}</h2>
          <Link to="/faq" className="link">
            {texts.todas}
          </Link>
        </div>
        <Questions questions={faqEntries.slice(0, FAQ_ENTRIES_ON_HOME)} initiallyOpen="validacao" />
      </section>
    </PublicFrame>
  );
}

function SignUpLinks(): React.JSX.Element {
  const signedIn = useHasSession();
  if (signedIn) {
    return (
      <p className={classes.acoes}>
        <Link to="/painel" className={classes.cheio}>
          {siteLinkTexts.abrir}
        </Link>
      </p>
    );
  }
  return (
    <p className={classes.acoes}>
      <Link to="/criar_conta" className={classes.cheio}>
        {siteLinkTexts.criarConta}
      </Link>
      <Link to="/login" className={classes.vazado}>
        {siteLinkTexts.entrar}
      </Link>
    </p>
  );
}

function HowItWorks(): React.JSX.Element {
  return (
    <section className={classes.secao} aria-labelledby="como-funciona">
      <h2 id="como-funciona">{texts.comoFunciona}</h2>
      <ol className={classes.passos}>
        {texts.passos.map(({ titulo: title, texto: text }, i) => {
          const Icon = ICONS[i] ?? IconInbox;
          return (
            <li key={title}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <h3>
                <span aria-hidden="true">{i + 1}</span>
                {title}
              </h3>
              <p>{text}</p>
            </li>
          );
        })}
      </ol>
      <Link to="/beneficios" className="link">
        {texts.beneficios}
      </Link>
    </section>
  );
}

export { HomePage as Component };
