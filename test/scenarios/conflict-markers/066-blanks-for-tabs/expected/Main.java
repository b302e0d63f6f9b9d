class Main {
	void run() {
		start();
		if (done) {
			stop();
		}
	}
}
