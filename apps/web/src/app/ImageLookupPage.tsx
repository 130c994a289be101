import ImageLookupScreen from '../features/image-lookup/ImageLookupScreen.tsx';
import { BackToHome } from './BackToHome.tsx';

export default function ImageLookupPage() {
  return <ImageLookupScreen back={<BackToHome />} />;
}
