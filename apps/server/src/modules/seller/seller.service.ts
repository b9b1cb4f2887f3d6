import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { type PublicSeller, SELLER_LOGO_PATH, type WrittenSeller } from '@checkwell/domain/invoice/seller';
import type { SellerLogo } from '../../config/seller.ts';
import type { Config } from '../../config.ts';
import { sellerIdentity, sellerLines } from '../../platform/seller-lines.ts';

/** The company behind this installation, for everybody (who sells, and how to reach them); nothing that is not on its letterhead. */
export interface SellerService {
  read(): PublicSeller;
  /** Its logo; null: it has none. */
  logo(): SellerLogo | null;
}

export function createSellerService({ config }: { readonly config: Pick<Config, 'seller' | 'sellerLogo'> }): SellerService {
  const { name, legalForm, companyNumber, court, address, phoneNumber, email } = config.seller;
  const logoPath = config.sellerLogo === null ? null : SELLER_LOGO_PATH;
  const writtenIn = (language: InterfaceLanguage): WrittenSeller => ({
    identity: sellerIdentity(config.seller, language),
    phone: sellerLines(config.seller, language).phone ?? '',
  });
  const written = { en: writtenIn('en'), fr: writtenIn('fr'), nl: writtenIn('nl') };
  return {
    read: () => ({ name, legalForm, companyNumber, court, address, phoneNumber, email, logoPath, written }),
    logo: () => config.sellerLogo,
  };
}
